"""A player in ten lines: every group of units goes wherever it can."""
import random

from angrymob import play

random.seed(1)  # the same match can be played again


def move(game):
    for (i, j), units in game.mine.items():
        game.send(i, j, units, random.choice(game.exits(i, j)))


play("Wanderer", move)
