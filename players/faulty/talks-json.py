"""Answers in another format, with a property name of JavaScript objects."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import sys
            sys.__stdout__.write('{"__proto__": {"frozen": true}}\n')
            sys.__stdout__.flush()


ludus.run(Faulty)
