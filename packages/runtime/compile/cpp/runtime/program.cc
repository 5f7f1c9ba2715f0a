// The runtime of a program with the line protocol, compiled to WebAssembly (packages/runtime/wasm/program-runner.ts is
// the other side). Standard input contains the referee's lines; a program that reads when there are none is suspended.
// Exports, in addition to the memory:
//   ludus_main()  runs the program to its end; returns its exit status
#include "ludus/std.hh"

#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>
#ifdef __cpp_exceptions
#include "runtime/exceptions.hh"
#endif

using namespace std;

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))
#define IMPORT(name) extern "C" __attribute__((import_module("ludus"), import_name(#name)))

/** The player's computation so far, in seconds, as its budget counts it: the same on every machine. */
IMPORT(seconds) double ludus_seconds();

/** The library's name for the program's `main`, with or without parameters. */
extern "C" int __main_void();

EXPORT(ludus_main) int ludus_main() {
#ifdef __cpp_exceptions
  int status = 0;
  try {
    status = __main_void();
  } catch (const std::exception& error) {
    cout.flush();
    cerr << "uncaught exception: " << error.what() << endl;
    __builtin_trap();
  }
#else
  const int status = __main_void();
#endif
  cout.flush();
  fflush(stdout);
  return status;
}

#include "runtime/system.hh"
