"""Causes a deadlock."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import threading
            lock = threading.Lock()
            lock.acquire()
            lock.acquire()


ludus.run(Faulty)
