"""Throws an exception that no code catches."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            [][self.me + 1]


ludus.run(Faulty)
