"""Writes frozen.c: the compiled modules of the engine's standard library, as bytes.

usage: freeze.py LIB LIST OWN_FOLDER OUTPUT; LIST names one module per line, OWN_FOLDER contains our modules
"""
import marshal
import os
import sys

lib, listed, own, output = sys.argv[1:]
BOOTSTRAP = {
    "importlib._bootstrap": "_frozen_importlib",
    "importlib._bootstrap_external": "_frozen_importlib_external",
    "zipimport": "zipimport",
}


def find(name):
    path = name.replace(".", "/")
    for folder in (own, lib):
        for file, package in ((path + "/__init__.py", True), (path + ".py", False)):
            if os.path.exists(os.path.join(folder, file)):
                return os.path.join(folder, file), package
    raise SystemExit(f"there is no module {name}")


def main():
    with open(listed) as lines:
        names = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    tables = {"bootstrap": [], "stdlib": []}
    with open(output, "w") as out:
        out.write('#include "Python.h"\n#include "pycore_import.h"\n#include <stdbool.h>\n')
        for at, name in enumerate([*BOOTSTRAP, *names]):
            file, package = find(name)
            with open(file, "rb") as source:
                # Assertions and docstrings are omitted.
                code = compile(source.read(), f"<frozen {name}>", "exec", dont_inherit=True, optimize=2)
            data = marshal.dumps(code)
            out.write(f"static const unsigned char m{at}[] = {{{','.join(map(str, data))}}};\n")
            shown = BOOTSTRAP.get(name, name)
            entry = f'{{"{shown}", m{at}, {len(data)}, {"true" if package else "false"}, NULL}}'
            tables["bootstrap" if name in BOOTSTRAP else "stdlib"].append(entry)
        for table, entries in tables.items():
            out.write(f"static const struct _frozen {table}[] = {{{', '.join(entries)}, {{0}}}};\n")
        out.write(
            "static const struct _frozen none[] = {{0}};\n"
            "static const struct _module_alias aliases[] = {\n"
            '  {"_frozen_importlib", "importlib._bootstrap"},\n'
            '  {"_frozen_importlib_external", "importlib._bootstrap_external"}, {0}};\n'
            "const struct _frozen *_PyImport_FrozenBootstrap = bootstrap;\n"
            "const struct _frozen *_PyImport_FrozenStdlib = stdlib;\n"
            "const struct _frozen *_PyImport_FrozenTest = none;\n"
            "const struct _module_alias *_PyImport_FrozenAliases = aliases;\n"
            "const struct _frozen *PyImport_FrozenModules = NULL;\n"
        )


main()
