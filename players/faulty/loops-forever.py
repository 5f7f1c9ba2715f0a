"""An endless loop."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            while True:
                pass


ludus.run(Faulty)
