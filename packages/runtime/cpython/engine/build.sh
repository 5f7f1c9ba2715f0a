#!/usr/bin/env bash
# Builds engine.wasm.br: CPython 3.11.2 from Debian's sources, with python.patch, ludus.c, ludus_grid.c, and the modules
# of modules.txt. Needs clang-19, lld-19, wasi-libc, and libclang-rt-19-dev-wasm32 (as .ci/run installs them),
# python3.11, whose compiler makes the bytecode, and the sources: `./build.sh [folder with
# python3.11_3.11.2.orig.tar.gz]`. Without a folder they are downloaded with apt-get source. About two minutes on two
# cores.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
name=python3.11_3.11.2.orig.tar.gz
sum=2411c74bda5bbcfcddaf4531f66d1adc73f247f529aee981b029513aefdbf849
if [ $# -gt 0 ]; then
  cp "$1/$name" "$work/"
else
  mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
  archive=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep '/debian/$' | head -1)
  echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $archive bookworm main" >"$work/sources"
  options=(-q -o "Dir::Etc::SourceList=$work/sources" -o Dir::Etc::SourceParts=/dev/null -o "Dir::State::Lists=$work/lists"
    -o "Dir::Cache=$work/cache" -o APT::Sandbox::User=)
  apt-get "${options[@]}" update >/dev/null
  (cd "$work" && apt-get "${options[@]}" source --download-only python3.11 >/dev/null)
fi
echo "$sum  $work/$name" | sha256sum --check --quiet
mkdir "$work/python" "$work/objects" "$work/sysroot" "$work/sysroot/include" "$work/sysroot/lib"
tar xf "$work/$name" -C "$work/python" --strip-components 1
# Otherwise clang finds the headers of this machine.
ln -s /usr/include/wasm32-wasi "$work/sysroot/include/wasm32-wasi"
ln -s /usr/lib/wasm32-wasi "$work/sysroot/lib/wasm32-wasi"
cd "$work/python"
patch --quiet -p1 <"$here/python.patch"
cp "$here/pyconfig.h" .
# Wherever the parser and the compiler count their depth, they also check the metered stack.
perl -0pi -e 's/(p->level\+\+ == MAXSTACK)(\) \{\s*p->error_indicator = 1;\s*)PyErr_NoMemory\(\)/$1 || ludus_stack_low()$2PyErr_SetString(PyExc_RecursionError, "maximum recursion depth exceeded while parsing")/g; s/#include "pegen.h"/#include "pegen.h"\n#include "pycore_ceval.h"/' Parser/parser.c
perl -0pi -e 's/(\+\+\w+->recursion_depth > \w+->recursion_limit)\)/$1 || ludus_stack_low())/g; s/#include "Python.h"/#include "Python.h"\n#include "pycore_ceval.h"/' \
  Python/Python-ast.c Python/ast.c Python/ast_opt.c Python/symtable.c
PYTHONHASHSEED=0 python3.11 -I "$here/freeze.py" Lib "$here/modules.txt" "$here/lib" Python/frozen.c
cp "$here/ludus.c" "$here/ludus_grid.c" "$here/../../grid/ludus_grid.h" Modules/
sources=$(
  ls Parser/{action_helpers,myreadline,parser,peg_api,pegen,pegen_errors,string_parser,token,tokenizer}.c Objects/*.c Python/*.c |
    grep -v -E 'Python/(dup2|dynload_(hpux|shlib|win)|emscripten_signal|frozenmain)'
  for module in _abc _bisectmodule _codecsmodule _collectionsmodule _contextvarsmodule _csv _datetimemodule _functoolsmodule _heapqmodule \
    _io/_iomodule _io/bufferedio _io/bytesio _io/fileio _io/iobase _io/stringio _io/textio _json _localemodule _opcode _operator \
    _pickle _queuemodule _randommodule _sre/sre _stat _statisticsmodule _struct _threadmodule _tracemalloc _typingmodule _weakref \
    arraymodule atexitmodule binascii cmathmodule errnomodule faulthandler gcmodule itertoolsmodule ludus ludus_grid mathmodule md5module \
    posixmodule sha1module sha256module sha512module _sha3/sha3module _blake2/blake2module _blake2/blake2b_impl \
    _blake2/blake2s_impl signalmodule timemodule; do echo "Modules/$module.c"; done
)
flags=(--target=wasm32-wasi --sysroot="$work/sysroot" -O2 -fwrapv -fno-strict-aliasing -mbulk-memory -mnontrapping-fptoint -msign-ext
  -std=c11 -w -Wno-int-conversion -Wno-implicit-function-declaration -DNDEBUG -DPy_BUILD_CORE -DPy_BUILD_CORE_BUILTIN
  -I. -IInclude -IInclude/internal -IPython -IParser '-DPLATFORM="wasi"' '-DVERSION="3.11"' '-DVPATH=""' '-DPREFIX=""'
  '-DEXEC_PREFIX=""' '-DPLATLIBDIR="lib"' '-DPYTHONPATH=""' '-DABIFLAGS=""' '-DSOABI="ludus"')
# Optimizes the code in which bots spend their time as a whole, and the rest for size.
cold='^(Parser/|Python/(Python-ast|ast|ast_opt|ast_unparse|compile|symtable|initconfig|pylifecycle|preconfig|pathconfig|sysmodule|marshal)\.|Modules/(_blake2|_csv|_datetime|_io|_pickle|_sha3|_tracemalloc|faulthandler|md5|posix|sha|signal))'
printf '%s\n' $sources | xargs -P2 -I{} sh -c 'source=$1; cold=$2; shift 2; size=-flto
  if echo "$source" | grep -q -E "$cold"; then size=-Os; fi
  exec clang-19 "$@" "$size" -c "$source" -o "$0/$(echo "$source" | tr / _).o"' "$work/objects" {} "$cold" "${flags[@]}"
objects=$(printf '%s\n' $sources | tr / _ | sed "s|.*|$work/objects/&.o|")
# Without -O: clang would run a wasm-opt if this machine has one.
clang-19 -flto --target=wasm32-wasi --sysroot="$work/sysroot" -mexec-model=reactor $objects -lwasi-emulated-signal \
  -lwasi-emulated-process-clocks -lwasi-emulated-getpid -lm -Wl,-z,stack-size=4194304 -Wl,--stack-first -Wl,--strip-all \
  -Wl,--max-memory=4294967296 -o "$work/engine.wasm"
node "$here/compress.js" "$work/engine.wasm" "$here/engine.wasm.br"
ls -l "$work/engine.wasm" "$here/engine.wasm.br"
sha256sum "$work/engine.wasm" "$here/engine.wasm.br"
