"""A player of Trails, lesson 5: computes who reaches each cell first, and moves where it is first at the most cells."""
import trails


class Claimer(trails.Player):
    def play(self):
        best = -10 * len(self.cells)
        for direction in self.exits():
            cell = self.next(direction)
            value = 10 * self.lead(cell) - len(self.exits(cell))
            if value > best:
                best = value
                self.go(direction)

    def lead(self, start):
        """The number of my cells minus the opponents': a cell belongs to the player that reaches it first, or to an
        opponent in a tie.
        """
        rivals = [self.index(self.position_of(player)) for player in self.others()]
        owner = {cell: -1 for cell in rivals}
        owner[self.index(start)] = 1
        queue = [*rivals, self.index(start)]
        for cell in queue:
            for near in self.neighbours[cell]:
                if self.cells[near] == trails.FREE and near not in owner:
                    owner[near] = owner[cell]
                    queue.append(near)
        return sum(owner.values())


trails.run(Claimer)
