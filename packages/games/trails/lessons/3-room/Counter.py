"""A player of Trails, lesson 3: counts the room behind each exit, and takes the exit with the most."""
import trails


class Counter(trails.Player):
    def play(self):
        best = 0
        for direction in self.exits():
            room = self.room(self.next(direction))
            if room > best:
                best = room
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


trails.run(Counter)
