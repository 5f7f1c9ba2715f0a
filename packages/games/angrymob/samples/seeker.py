"""A player of Angry Mob: gathers a few neutral units, then goes for the other base, each group by the shortest way."""
from angrymob import play

ENOUGH = 6  # with so many units it attacks


def target(game, i, j):
    """The nearest neutral units while there are too few of mine, else the other base."""
    steps = game.distances(i, j)
    near = [cell for cell in game.neutrals if steps[game.index(*cell)] >= 0]
    if game.my_total >= ENOUGH or not near:
        return game.their_base
    return min(near, key=lambda cell: steps[game.index(*cell)])


def move(game):
    for (i, j), units in game.mine.items():
        goal = target(game, i, j)
        steps = game.distances(*goal)
        game.draw_line(i, j, *goal)  # seen in the viewer
        exits = game.exits(i, j)
        if exits:
            game.send(i, j, units, min(exits, key=lambda d: steps[game.index(*game.neighbour(i, j, d))]))


play("Seeker", move)
