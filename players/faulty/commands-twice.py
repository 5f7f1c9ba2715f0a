"""Gives two instructions to one unit."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            for unit in self.my_units():
                self.move(unit.id, ludus.UP)
                self.shoot(unit.id)


ludus.run(Faulty)
