"""An endless loop that catches every signal it can."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import signal
            for number in range(1, 32):
                if number not in (signal.SIGKILL, signal.SIGSTOP):
                    signal.signal(number, lambda *_: None)
            while True:
                pass


ludus.run(Faulty)
