"""Starts an excessive number of threads, and logs the result."""
import threading

import ludus


def attempt():
    end = threading.Event()
    started = 0
    try:
        for _ in range(1000):
            threading.Thread(target=end.wait, daemon=True).start()
            started += 1
    finally:
        end.set()
    return started


class Faulty(ludus.Player):
    def play(self):
        if self.round != 3:
            return
        try:
            got = attempt()
            print("SUCCEEDED", repr(got)[:200])
        except Exception as error:
            print("refused:", type(error).__name__, error)


ludus.run(Faulty)
