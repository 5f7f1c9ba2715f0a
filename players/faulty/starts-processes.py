"""Starts processes in every possible way (threads are allowed), and logs the result."""
import ctypes
import os

import ludus


def attempt():
    import threading
    thread = threading.Thread(target=lambda: None)
    thread.start()
    thread.join()
    libc = ctypes.CDLL(None, use_errno=True)
    started = []
    CLONE_VM, SIGCHLD = 0x100, 17
    ways = {
        'fork': lambda: libc.fork(),
        'vfork call': lambda: libc.syscall(58),
        'clone call': lambda: libc.syscall(56, SIGCHLD, 0, 0, 0, 0),
        'clone3 call': lambda: libc.syscall(435, ctypes.create_string_buffer(88), 88),
        'os.fork': lambda: os.fork(),
    }
    for way, start in ways.items():
        try:
            pid = start()
        except OSError:
            pid = -1
        if pid == 0:
            os._exit(0)
        if pid > 0:
            started.append(way)
    try:
        os.posix_spawn('/bin/true', ['true'], {})
        started.append('posix_spawn')
    except OSError:
        pass
    if not started:
        raise PermissionError('no process started, a thread was')
    return started


class Faulty(ludus.Player):
    def play(self):
        if self.round != 3:
            return
        try:
            got = attempt()
            print("SUCCEEDED", repr(got)[:200])
        except Exception as error:
            print("refused:", type(error).__name__, error)


ludus.run(Faulty)
