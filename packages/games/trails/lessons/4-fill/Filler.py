"""A player of Trails, lesson 4. Of the exits into the largest area, it takes the one along walls and trails, to leave
no gaps.
"""
import trails


class Filler(trails.Player):
    def play(self):
        best = 0
        for direction in self.exits():
            cell = self.next(direction)
            # Room counts ten times as much as exits, which only decide between equal rooms.
            value = 10 * self.room(cell) - len(self.exits(cell))
            if value > best:
                best = value
                self.go(direction)

    def room(self, start):
        """The number of free cells reachable from a free cell, including that cell."""
        seen = {self.index(start)}
        queue = [self.index(start)]
        for cell in queue:
            for near in self.neighbours[cell]:
                if self.cells[near] == trails.FREE and near not in seen:
                    seen.add(near)
                    queue.append(near)
        return len(queue)


trails.run(Filler)
