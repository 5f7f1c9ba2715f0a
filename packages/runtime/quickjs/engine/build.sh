#!/usr/bin/env bash
# Builds engine.wasm: QuickJS from Debian's sources (quickjs 2025.04.26), with quickjs.patch, ludus.c, and the searches
# of ../../grid. Needs clang-19, lld-19, wasi-libc, and libclang-rt-19-dev-wasm32 (as .ci/run installs them), and the
# sources: `./build.sh [folder with quickjs_2025.04.26.orig.tar.xz]`. Without a folder they come from the archive that
# this machine's apt knows, by apt-get source.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
name=quickjs_2025.04.26.orig.tar.xz
sum=ec81da5b3249ed648dbc7df4a1654988910e66a118d9b71cb63534216efcfbbe
if [ $# -gt 0 ]; then
  cp "$1/$name" "$work/"
else
  mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
  archive=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep '/debian/$' | head -1)
  echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $archive trixie main" >"$work/sources"
  options=(-q -o "Dir::Etc::SourceList=$work/sources" -o Dir::Etc::SourceParts=/dev/null -o "Dir::State::Lists=$work/lists"
    -o "Dir::Cache=$work/cache" -o APT::Sandbox::User=)
  apt-get "${options[@]}" update >/dev/null
  (cd "$work" && apt-get "${options[@]}" source --download-only quickjs=2025.04.26-1 >/dev/null)
fi
echo "$sum  $work/$name" | sha256sum --check --quiet
mkdir "$work/quickjs"
tar xf "$work/$name" -C "$work/quickjs" --strip-components 1
patch --quiet -d "$work/quickjs" -p1 <"$here/quickjs.patch"
cd "$work/quickjs"
for source in "$here/ludus.c" libregexp.c libunicode.c cutils.c dtoa.c; do
  clang-19 --target=wasm32-wasi -Os -mbulk-memory -mnontrapping-fptoint -w -D_GNU_SOURCE -DCONFIG_VERSION='"2025-04-26"' \
    -I. -I"$here/include" -I"$here/../../grid" -c "$source" -o "$(basename "$source" .c).o"
done
# Without -O: clang would run a wasm-opt if this machine has one, which makes different code with different fuel.
clang-19 --target=wasm32-wasi -mexec-model=reactor ludus.o libregexp.o libunicode.o cutils.o dtoa.o \
  -Wl,-z,stack-size=2097152 -Wl,--stack-first -Wl,--strip-all -Wl,--max-memory=4294967296 -lm -o "$here/engine.wasm"
sha256sum "$here/engine.wasm"
