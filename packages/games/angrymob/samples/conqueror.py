"""The sample player: walks straight to the opponent's base."""
from angrymob import play

steps = []


def start(game):
    steps.extend(game.distances(*game.their_base))


def move(game):
    for (i, j), units in game.mine.items():
        exits = game.exits(i, j)
        if exits:
            game.send(i, j, units, min(exits, key=lambda d: steps[game.index(*game.neighbour(i, j, d))]))


play("Conqueror", move, start)
