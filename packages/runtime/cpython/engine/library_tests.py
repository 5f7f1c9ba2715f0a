"""Runs a file of CPython's tests inside the engine; library-tests.ts submits both.

Prints one line of JSON: how many tests ran and how many were skipped, and each failure with the last line of its traceback.
"""

import _imp
import _ludus
import builtins
import fnmatch
import inspect
import io
import json
import os
import sys
import types
from importlib.machinery import ModuleSpec

# Modules for systems with files, processes, and networks. Tests import them at their start, and most work without them.
_MISSING = """
concurrent getpass glob grp http pdb pty pwd readline ssl subprocess tkinter unicodedata urllib.error urllib.request xml xmlrpc zipfile
""".split()


class _Nothing:
    """Accepts calls, any attribute access, and use as a decorator."""

    def __init__(self, *args, **kwargs):
        pass

    def __call__(self, *args, **kwargs):
        return args[0] if len(args) == 1 and callable(args[0]) else _Nothing()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return _Nothing()


class _MissingModule(types.ModuleType):
    __path__ = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (_Nothing,), {})


class _MissingModules:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name in _MISSING or name.partition(".")[0] in _MISSING:
            return ModuleSpec(name, _MissingModules, is_package=True)

    @staticmethod
    def create_module(spec):
        return _MissingModule(spec.name)

    @staticmethod
    def exec_module(module):
        pass


_open_file = open


def _open(file, *args, **kwargs):
    """Opens the tables of test cases, which are submitted like modules."""
    table = "test/" + os.path.basename(os.fspath(file)) if isinstance(file, (str, os.PathLike)) else None
    return io.StringIO(_ludus.files[table].decode()) if table in _ludus.files else _open_file(file, *args, **kwargs)


def _stand_in(name, **content):
    module = sys.modules[name] = _MissingModule(name)
    vars(module).update(content)
    return module


def _install():
    sys.meta_path.append(_MissingModules)
    os.getpid = lambda: 1
    builtins.open = _open
    # Tests that import a module again would skip frozen modules, which are all of the engine's.
    _imp._override_frozen_modules_for_tests = lambda value: None
    is_coroutine = inspect.iscoroutinefunction
    coroutines = _stand_in("asyncio.coroutines", _is_coroutine=object(), iscoroutinefunction=is_coroutine)
    _stand_in("asyncio", coroutines=coroutines, iscoroutinefunction=is_coroutine)
    # Examples in docstrings aren't tests here: the engine's library has no docstrings.
    no_tests = lambda *args, **kwargs: unittest.TestSuite()  # noqa: E731
    _stand_in("doctest", DocTestSuite=no_tests, DocFileSuite=no_tests, testmod=lambda *args, **kwargs: (0, 0))
    _stand_in("platform", libc_ver=lambda: ("", ""))
    _stand_in("shutil", get_terminal_size=lambda: os.terminal_size((int(os.environ.get("COLUMNS", 80)), 24)))
    _stand_in("signal", SIGINT=2, default_int_handler=None, getsignal=lambda number: None)
    _stand_in("sysconfig", get_config_var=lambda name: None, get_config_vars=lambda: {}, is_python_build=lambda: False)
    _stand_in("tempfile", TemporaryFile=lambda mode="w+b", **_: io.BytesIO() if "b" in mode else io.StringIO(newline=""))


_install()
import unittest  # noqa: E402


def _tests(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from _tests(test)
        else:
            yield test


def _name(test):
    return (test.test_case if isinstance(test, unittest.case._SubTest) else test).id().removeprefix("test.")


def run(modules, left_out):
    """Runs the tests of these modules whose names match none of the patterns `left_out`."""
    output, sys.stdout = sys.stdout, io.StringIO()
    sys.stderr = io.StringIO()
    suite = unittest.TestSuite()
    for test in _tests(unittest.defaultTestLoader.loadTestsFromNames(modules)):
        if not any(fnmatch.fnmatchcase(_name(test), pattern) for pattern in left_out):
            suite.addTest(test)
    result = unittest.TestResult()
    suite.run(result)
    failures = {}
    for test, trace in result.failures + result.errors:
        failures.setdefault(_name(test), trace.strip().split("\n")[-1])
    for test in result.unexpectedSuccesses:
        failures[_name(test)] = "passes, and should not"
    skipped = len(result.skipped)
    print(json.dumps({"run": result.testsRun, "skipped": skipped, "failures": failures}), file=output)
