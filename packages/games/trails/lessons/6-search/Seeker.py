"""A player of Trails, lesson 6: searches ahead. It tries its moves and all answers to them, some rounds deep, and then
compares territories.
"""
import trails


DEPTH = 2  # number of rounds to look ahead
WON = 100_000  # more than any board is worth


class Seeker(trails.Player):
    def play(self):
        self.free = [content == trails.FREE for content in self.cells]
        rival = self.index(self.position_of(self.others()[0]))
        most = -2 * WON
        for direction in self.exits():
            value = self.worst(self.index(self.next(direction)), rival, DEPTH, most)
            if value > most:
                most = value
                self.go(direction)

    def worst(self, mine, rival, depth, enough):
        """My guaranteed value if I enter a cell and the opponent gives the worst answer for me; may stop at `enough`.
        """
        least = WON + depth
        self.free[mine] = False
        for theirs in self.neighbours[rival]:
            if theirs == mine:
                value = -WON // 2  # both end
            elif not self.free[theirs]:
                continue
            else:
                self.free[theirs] = False
                value = self.lead(mine, theirs) if depth == 1 else self.best(mine, theirs, depth - 1)
                self.free[theirs] = True
            least = min(least, value)
            if least <= enough:
                break
        self.free[mine] = True
        return least

    def best(self, mine, rival, depth):
        """My guaranteed value from here."""
        most = -WON - depth
        for cell in self.neighbours[mine]:
            if self.free[cell]:
                most = max(most, self.worst(cell, rival, depth, most))
        return most

    def lead(self, mine, rival):
        """Ten times the number of my cells minus the opponent's, minus my exits: a cell belongs to the player that
        reaches it first.
        """
        owner = [0] * len(self.free)
        owner[rival], owner[mine] = -1, 1
        queue = [rival, mine]
        total = 0
        for cell in queue:
            for near in self.neighbours[cell]:
                if self.free[near] and owner[near] == 0:
                    owner[near] = owner[cell]
                    total += owner[cell]
                    queue.append(near)
        return 10 * total - sum(self.free[near] for near in self.neighbours[mine])


trails.run(Seeker)
