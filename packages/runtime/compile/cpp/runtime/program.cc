// The runtime of a program that follows the lines of the protocol, compiled to WebAssembly (packages/runtime/wasm/program-runner.ts is
// the other side). Standard input brings the lines of the referee; who reads where there is nothing is suspended until there is.
// Exports, besides the memory:
//   ludus_main()  runs the program to its end; gives its exit status
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

/** The seconds that the player has computed, as its budget counts them: the same on every machine. */
IMPORT(seconds) double ludus_seconds();

/** The library's name for the program's `main`, with parameters or without. */
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
