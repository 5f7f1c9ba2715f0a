"""Loops in its constructor, when it has been told the settings."""
import ludus


class Faulty(ludus.Player):
    def __init__(self):
        while True:
            pass


ludus.run(Faulty)
