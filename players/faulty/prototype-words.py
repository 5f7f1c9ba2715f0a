"""Answers with property names of JavaScript objects."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import sys
            sys.__stdout__.write('__proto__ m constructor toString\n')
            sys.__stdout__.flush()


ludus.run(Faulty)
