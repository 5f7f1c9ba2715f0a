// Runs CPython's tests inside the engine: `node library-tests.ts LIB [NAME …]`. LIB is the folder Lib of the source
// code that build.sh uses. The names are names of files in Lib/test, such as `test_list`. Without names, the script
// runs all of FILES. The script fails if a test fails although expected-failures.txt doesn't name the test. It also
// fails if a line of expected-failures.txt names only tests that pass. Needs python3.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ourPython } from '../our-python.ts';
import { compilePython, type PythonFile } from '../python-bot.ts';
import { STATUS } from '../python-engine.ts';
import { PythonInstance } from '../python-instance.ts';

const FILES = `
test_abc test_argparse test_array test_ast test_augassign test_base64 test_baseexception test_binascii test_binop test_bisect test_bool
test_bytes test_calendar test_class test_cmath test_collections test_colorsys test_compare test_complex test_contains
test_context test_contextlib test_copy test_coroutines test_csv test_dataclasses test_datetime test_decimal test_decorators
test_defaultdict test_deque test_descr test_dict test_dictcomps test_dictviews test_difflib test_dynamic test_enum test_enumerate
test_errno test_except_star test_exception_group test_exceptions test_float test_flufl test_fnmatch test_format test_fractions
test_funcattrs test_functools test_gc test_generator_stop test_generators test_global test_grammar test_graphlib test_hash test_heapq
test_index test_int test_int_literal test_isinstance test_iter test_iterlen test_itertools test_json test_keyword test_keywordonlyarg
test_list test_long test_longexp test_math test_memoryview test_module test_named_expressions test_numeric_tower test_opcodes
test_operator test_ordered_dict test_patma test_peepholer test_positional_only_arg test_pow test_pprint test_print test_property
test_raise test_random test_range test_re test_reprlib test_richcmp test_scope test_set test_slice test_sort test_statistics test_string
test_string_literals test_strtod test_struct test_subclassinit test_super test_syntax test_textwrap test_time test_tuple
test_type_annotations test_typechecks test_types test_typing test_unary test_unicode test_unpack test_userdict test_userlist
test_userstring test_weakref test_weakset test_with test_yield_from`;
/** Files that the tests import, but that the engine's library does not contain. */
const SUPPORT = [
  'test/*.py',
  'test/support/**/*.py',
  'test/{formatfloat,math,cmath}_testcases.txt',
  'test/{floating_points,ieee754,exception_hierarchy}.txt',
  'unittest/*.py',
  '{_py_abc,_pyio,_strptime,cmd,code,codeop,getopt,optparse,pickletools,pkgutil,py_compile,pydoc,shlex,symtable,sre_*}.py',
];
/** Replaces `\N{…}` in sources with the character's number, because the engine contains no character names. */
const NAMES_TO_NUMBERS = `
import re, sys, unicodedata
def number(match):
    try:
        return "".join(f"\\\\U{ord(c):08x}" for c in unicodedata.lookup(match[1]))
    except KeyError:
        return match[0]
sys.stdin.reconfigure(encoding="utf-8")
sys.stdout.reconfigure(encoding="utf-8")
sys.stdout.write(re.sub(r"(?<!\\\\)\\\\N\\{([A-Za-z][^}]+)\\}", number, sys.stdin.read()))`;
const MEMORY_BYTES = 256 * 2 ** 20;
const UNITS = 10n ** 14n;
const MAX_OUTPUT_BYTES = 2 ** 20;

interface Result {
  readonly run: number;
  readonly skipped: number;
  /** By name of a failed test: the last line of its traceback. */
  readonly failures: Readonly<Record<string, string>>;
}

const [lib, ...named] = process.argv.slice(2);
if (!lib || !existsSync(join(lib, 'test'))) {
  console.error('usage: library-tests.ts LIB [NAME …], where LIB is the folder Lib of CPython’s sources');
  process.exit(2);
}

const find = (...patterns: string[]): string[] => globSync(patterns, { cwd: lib }).sort();
const own = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

function read(name: string): PythonFile {
  const text = readFileSync(join(lib, name), 'utf8');
  if (!text.includes('\\N{')) return { name, text };
  const { status, stdout } = spawnSync('python3', ['-c', NAMES_TO_NUMBERS], {
    input: text,
    encoding: 'utf8',
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  if (status !== 0) throw new Error(`python3 can’t replace the names of characters in ${name}`);
  return { name, text: stdout };
}

/** A line in expected-failures.txt. */
class ExpectedFailure {
  readonly pattern: string;
  readonly isLeftOut: boolean;
  private readonly names: RegExp;

  constructor(line: string) {
    const [, mark, pattern] = /^(- )?(\S+): /.exec(line) ?? [];
    if (!pattern) throw new Error(`expected-failures.txt has a line without a reason: ${line}`);
    this.pattern = pattern;
    this.isLeftOut = mark !== undefined;
    this.names = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
  }

  covers(test: string): boolean {
    return this.names.test(test);
  }
}

const expected = own('expected-failures.txt')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => new ExpectedFailure(line));
const leftOut = expected.filter(({ isLeftOut }) => isLeftOut).map(({ pattern }) => pattern);
const runner = { name: 'library_tests.py', text: own('library_tests.py') };
const support = find(...SUPPORT).map(read);
const { engine, snapshot } = await ourPython(MEMORY_BYTES, { sdk: [], environment: {} });

function run(name: string): Result | string {
  const files = find(`test/${name}.py`, `test/${name}/*.py`);
  const modules = files
    .filter((file) => /\/test_\w+\.py$/.test(file))
    .map((file) => file.slice(0, -'.py'.length).replaceAll('/', '.'));
  if (modules.length === 0) return 'there is no such test file';
  const main = `import library_tests\nlibrary_tests.run(${JSON.stringify(modules)}, ${JSON.stringify(leftOut)})\n`;
  const bot = compilePython(engine, snapshot, name, [
    { name: 'main.py', text: main },
    runner,
    ...support,
    ...files.filter((file) => !support.some((other) => other.name === file)).map(read),
  ]);
  const python = new PythonInstance(engine, bot.snapshot);
  try {
    const status = python.run(UNITS, (exports) => exports.ludus_run(0));
    return status === STATUS.ended ? JSON.parse(python.written(MAX_OUTPUT_BYTES) ?? '') : python.told();
  } catch (error) {
    return `${error} ${python.where()}`;
  } finally {
    python.close();
  }
}

const total = { files: 0, passed: 0, skipped: 0, expected: 0, unexpected: 0 };
const met = new Set<ExpectedFailure>();
const names = named.length > 0 ? named : FILES.trim().split(/\s+/);
for (const name of names) {
  const result = run(name);
  total.files++;
  if (typeof result === 'string') {
    total.unexpected++;
    console.log(`${name}: ${result}`);
    continue;
  }
  const failures = Object.entries(result.failures);
  const passed = result.run - result.skipped - failures.length;
  console.log(`${name}: ${passed} passed, ${result.skipped} skipped, ${failures.length} failed`);
  total.passed += passed;
  total.skipped += result.skipped;
  for (const [test, message] of failures) {
    const lines = expected.filter((line) => line.covers(test));
    for (const line of lines) met.add(line);
    if (lines.length > 0) total.expected++;
    else {
      total.unexpected++;
      console.log(`  ${test}: ${message}`);
    }
  }
}
const stale = expected.filter((line) => !(named.length > 0 || line.isLeftOut || met.has(line)));
for (const { pattern } of stale) console.log(`${pattern} passes: remove it from expected-failures.txt`);
console.log(
  `${total.files} files: ${total.passed} tests passed, ${total.skipped} skipped, ${total.expected} failed as expected, ${total.unexpected} failed`,
);
process.exitCode = total.unexpected + stale.length > 0 ? 1 : 0;
