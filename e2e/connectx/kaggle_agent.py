"""Bots for the game ConnectX play in Kaggle's environment connectx."""
import subprocess
import weakref


class Bot:
    """Turns a bot that is a program into an agent: Bot("python3", "samples/blocker.py"). It starts the program in each
    match."""

    def __init__(self, *command):
        self.command, self.end = command, lambda: None

    def __call__(self, observation, configuration):
        board, mark = observation["board"], observation["mark"]
        if sum(cell > 0 for cell in board) < 2:
            self.end()
            self.program = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            self.end = weakref.finalize(self, _end, self.program)
            self.tell(f"mark {mark} board {configuration['columns']} {configuration['rows']} {configuration['inarow']}")
        self.tell(f"cells {''.join(map(str, board))}")
        return int(self.program.stdout.readline())

    def tell(self, line):
        print(line, file=self.program.stdin, flush=True)


def _end(program):
    program.kill()
    program.communicate()
