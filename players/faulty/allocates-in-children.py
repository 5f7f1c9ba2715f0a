"""Allocates all memory, spread over child processes."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import os, time
            for _ in range(8):
                if os.fork() == 0:
                    kept = bytearray(b'x' * (60 << 20))
                    time.sleep(1000)
            time.sleep(1000)


ludus.run(Faulty)
