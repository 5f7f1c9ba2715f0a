"""A player of Trails without any moves yet: it goes straight ahead."""
import trails


class Mine(trails.Player):
    def play(self):
        pass  # What do you want to do in this round?


trails.run(Mine)
