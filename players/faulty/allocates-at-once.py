"""Requests more memory than exists."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            kept = bytearray(1 << 45)


ludus.run(Faulty)
