"""Ends as if the match were over."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            raise SystemExit(0)


ludus.run(Faulty)
