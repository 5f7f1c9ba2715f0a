"""Makes the system ignore its child processes' time."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import os, signal, time
            signal.signal(signal.SIGCHLD, signal.SIG_IGN)
            while True:
                if os.fork() == 0:
                    end = time.process_time() + 0.1
                    while time.process_time() < end:
                        pass
                    os._exit(0)
                try:
                    os.wait()
                except ChildProcessError:
                    pass


ludus.run(Faulty)
