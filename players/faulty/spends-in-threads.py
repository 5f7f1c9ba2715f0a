"""Starts four threads that loop."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import threading
            def loop():
                while True:
                    pass
            for _ in range(4):
                threading.Thread(target=loop).start()


ludus.run(Faulty)
