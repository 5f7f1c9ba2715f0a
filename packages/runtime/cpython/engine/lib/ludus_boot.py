"""The bot's side of a match inside the engine: the sources of modules, and the replacement of system features."""

import builtins
import os
import sys
from importlib.machinery import BuiltinImporter, FrozenImporter, ModuleSpec

import _ludus

sys.stdin = sys.__stdin__ = _ludus.stdin
sys.stdout = sys.__stdout__ = _ludus.stdout
sys.stderr = sys.__stderr__ = _ludus.stderr
builtins.input = _ludus.input

# Imports here cost a bot nothing.
import bisect, collections, copy, dataclasses, enum, functools, heapq, itertools, json, math  # noqa: E401, F401
import operator, random, re, string, time, traceback, typing  # noqa: E401, F401

# A bot's file does not replace a module that Python has imported before the bot's first line, as in any Python.
_STARTED = {
    *sys.builtin_module_names,
    *("__main__", "_collections_abc", "abc", "codecs", "encodings", "encodings.aliases", "encodings.utf_8"),
    *("genericpath", "io", "os", "posixpath", "stat"),
}
_files = _ludus.files
_sdk = set()
_main = None


class _Files:
    """Imports the bot's modules, then the SDK's, from the submitted files."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        place = name.replace(".", "/")
        for file in (place + "/__init__.py", place + ".py"):
            if file in _files:
                spec = ModuleSpec(name, _Files, origin=_shown(file), is_package=file.endswith("/__init__.py"))
                spec.has_location = True
                spec.loader_state = file
                return spec
        return None

    @staticmethod
    def create_module(spec):
        return None

    @staticmethod
    def exec_module(module):
        file = module.__spec__.loader_state
        exec(compile(_files[file], _shown(file), "exec", dont_inherit=True), module.__dict__)

    @staticmethod
    def get_source(name):
        """Returns source lines for tracebacks."""
        file = _main if name == "__main__" else name.replace(".", "/") + ".py"
        return _files[file].decode("utf-8", "replace") if file in _files else None


def _shown(file):
    return f"<{file}>" if file in _sdk else file


sys.meta_path = [BuiltinImporter, _Files, FrozenImporter]
sys.path_hooks = []
sys.path = []


def prepare(text):
    """Reads lines: NAME=VALUE for the environment, and modules to import once for all matches."""
    import gc

    _sdk.update(_files)
    for line in text.split("\n"):
        name, equals, value = line.partition("=")
        if equals:
            os.environ[name] = value
        elif name:
            __import__(name)
    gc.collect()
    gc.freeze()
    return True


def load(file):
    global _main, _code
    _main = file
    # The compiler imports modules, for source encodings and for warnings. A bot's modules would run uncounted.
    sys.meta_path.remove(_Files)
    try:
        _code = compile(_files[file], file, "exec", dont_inherit=True)
    finally:
        sys.meta_path.insert(1, _Files)
    for own in _files:
        name = own[:-3].replace("/", ".")
        if own not in _sdk and name in sys.modules and name not in _STARTED:
            del sys.modules[name]
    return True


def begin():
    sys.argv = [_main]
    sys.path = [""]
    main = sys.modules["__main__"]
    main.__file__ = _main
    main.__loader__ = _Files
    main.__builtins__ = builtins
    main.__spec__ = None
    random.seed()
    return _code


def report(error):
    """Writes a traceback to the log."""
    traceback.print_exception(error, file=_ludus.stderr)
