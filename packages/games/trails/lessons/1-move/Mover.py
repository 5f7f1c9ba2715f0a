"""A player of Trails, lesson 1: a first move. It goes one row up, and then to the right."""
import trails


class Mover(trails.Player):
    def play(self):
        self.go(trails.UP if self.round == 0 else trails.RIGHT)


trails.run(Mover)
