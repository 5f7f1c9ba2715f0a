"""Loops in its constructor, after it has received the settings."""
import ludus


class Faulty(ludus.Player):
    def __init__(self):
        while True:
            pass


ludus.run(Faulty)
