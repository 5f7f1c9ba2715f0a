"""A player in ten lines: every group of units moves in a random direction."""
import random

from angrymob import play

random.seed(1)  # a match can be reproduced


def move(game):
    for (i, j), units in game.mine.items():
        game.send(i, j, units, random.choice(game.exits(i, j)))


play("Wanderer", move)
