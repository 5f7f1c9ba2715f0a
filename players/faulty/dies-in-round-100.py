"""Dies in round 100."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 99:
            raise SystemExit(7)


ludus.run(Faulty)
