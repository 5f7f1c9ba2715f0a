"""A player of Trails that has not said anything yet: it goes straight on."""
import trails


class Mine(trails.Player):
    def play(self):
        pass  # What do you want to do in this round?


trails.run(Mine)
