"""Ignores the ends of its child processes, keeps many sleeping ones, and computes in short-lived others."""
import ludus


class Faulty(ludus.Player):
    def play(self):
        if self.round == 3:
            import os, signal, time
            signal.signal(signal.SIGCHLD, signal.SIG_IGN)
            for _ in range(15):
                if os.fork() == 0:
                    time.sleep(1000)
            while True:
                end, held = os.pipe()
                if os.fork() == 0:
                    until = time.process_time() + 0.1
                    while time.process_time() < until:
                        pass
                    os._exit(0)
                os.close(held)
                os.read(end, 1)
                os.close(end)


ludus.run(Faulty)
