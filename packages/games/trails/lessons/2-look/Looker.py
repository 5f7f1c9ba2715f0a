"""A player of Trails, lesson 2: looks before it moves. It goes straight ahead while that cell is free, otherwise left
or right.
"""
import trails


class Looker(trails.Player):
    def play(self):
        for direction in [self.heading, self.left(self.heading), self.right(self.heading)]:
            if self.is_free(self.next(direction)):
                self.go(direction)
                return


trails.run(Looker)
