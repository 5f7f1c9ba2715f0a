"""A player of Trails, lesson 2: looks before it goes. Straight on while that cell is free, else to the left or to the right."""
import trails


class Looker(trails.Player):
    def play(self):
        for direction in [self.heading, self.left(self.heading), self.right(self.heading)]:
            if self.is_free(self.next(direction)):
                self.go(direction)
                return


trails.run(Looker)
