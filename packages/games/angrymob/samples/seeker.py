"""A player of Angry Mob: gathers a few neutral units, then moves to the opponent's base by the shortest path."""
from angrymob import play

ENOUGH = 6  # number of units from which it attacks


def target(game, i, j):
    """The nearest neutral units while I have too few units, otherwise the opponent's base."""
    steps = game.distances(i, j)
    near = [cell for cell in game.neutrals if steps[game.index(*cell)] >= 0]
    if game.my_total >= ENOUGH or not near:
        return game.their_base
    return min(near, key=lambda cell: steps[game.index(*cell)])


def move(game):
    for (i, j), units in game.mine.items():
        goal = target(game, i, j)
        steps = game.distances(*goal)
        game.draw_line(i, j, *goal)  # shown in the viewer
        exits = game.exits(i, j)
        if exits:
            game.send(i, j, units, min(exits, key=lambda d: steps[game.index(*game.neighbour(i, j, d))]))


play("Seeker", move)
