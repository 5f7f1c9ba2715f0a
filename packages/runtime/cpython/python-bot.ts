import { FUEL_PER_SECOND } from '../budget/fuel.ts';
import { rejectedScript } from '../quickjs/script.ts';
import { type PythonEngine, STATUS } from './python-engine.ts';
import { NoRoomError, PythonInstance } from './python-instance.ts';
import { bytesBeyond, type Snapshot, takeChanges, takeSnapshot } from './snapshot.ts';

/** A file: its path relative to the folder of the bot or of the SDK, and its text. */
export interface PythonFile {
  readonly name: string;
  readonly text: string;
}

/** The parts that all bots of a game share. */
export interface PythonHome {
  /** The SDK's files, imported once for all bots. */
  readonly sdk: readonly PythonFile[];
  /** The content of `os.environ`. */
  readonly environment: Readonly<Record<string, string>>;
}

/** The state of Python before a bot of a game is loaded. */
export interface ReadyPython {
  readonly engine: PythonEngine;
  readonly snapshot: Snapshot;
}

/** A bot that is ready to run: its main file is compiled. */
export interface PythonBot {
  readonly engine: PythonEngine;
  readonly name: string;
  readonly snapshot: Snapshot;
  /** Number of bytes of memory that are kept for this bot only. */
  readonly keptBytes: number;
}

const units = (seconds: number): bigint => BigInt(Math.round(seconds * FUEL_PER_SECOND));
/**
 * Limit for starting Python and importing the SDK, in seconds of fuel. This fuel is not counted. Exceeding the limit is
 * a bug in Ludus.
 */
const BOOT_SECONDS = 0.5;
/** Limit for compiling a bot's main file, in seconds of fuel. This fuel is not counted. */
const COMPILE_SECONDS = 2;
/**
 * Limit on the bytes of a bot that are copied for each match without costing fuel: constants, and memory left over from
 * compiling.
 */
const MAX_KEPT_BYTES = 64 * 2 ** 20;

/** Starts Python for a game. */
export function startPython(engine: PythonEngine, { sdk, environment }: PythonHome): Snapshot {
  const python = new PythonInstance(engine);
  const initial = takeSnapshot(python.memory);
  python.run(units(BOOT_SECONDS), (exports) => {
    exports._initialize();
    if (exports.ludus_boot() !== 1) throw new Error(`Python can’t be started: ${python.told()}`);
    for (const { name, text } of sdk) python.add(name, text);
    const lines = [
      ...Object.entries(environment).map(([name, value]) => `${name}=${value}`),
      ...sdk.map(({ name }) => name.replace(/\.py$/, '')),
    ];
    if (exports.ludus_prepare(python.put(`${lines.join('\n')}\n`)) !== 1)
      throw new Error(`the SDK for Python can’t be imported: ${python.told()}`);
  });
  return takeSnapshot(python.memory, initial);
}

/** Compiles a bot's main file, the first of its files. Throws a `ScriptRejectedError` with the error and its line. */
export function compilePython(
  engine: PythonEngine,
  home: Snapshot,
  name: string,
  files: readonly PythonFile[],
): PythonBot {
  const python = new PythonInstance(engine, home);
  let status: number | undefined;
  try {
    status = python.run(units(COMPILE_SECONDS), (exports) => {
      for (const file of files) python.add(file.name, file.text);
      return exports.ludus_load(python.put(files[0].name));
    });
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError || error instanceof NoRoomError)) throw error;
  }
  if (status !== STATUS.ended) {
    if (status === undefined) throw rejectedScript('source/too-large');
    const [mistake, place = ''] = python.told().split('\n').map(cutWords);
    throw rejectedScript('source/python', mistake, place);
  }
  const snapshot = takeChanges(python.memory, home);
  python.close();
  const keptBytes = bytesBeyond(snapshot);
  if (keptBytes > MAX_KEPT_BYTES) throw rejectedScript('source/too-large');
  return { engine, name, snapshot, keptBytes };
}

const MAX_LENGTH = 300;

/**
 * Shortens a bot's text for a message, to one line of limited length without control characters and without a final
 * full stop.
 */
export function cutWords(words: string): string {
  const clean = words.replace(/[\p{Cc}\p{Cf}]/gu, ' ').trim();
  return clean.length > MAX_LENGTH ? `${clean.slice(0, MAX_LENGTH)}…` : clean.replace(/\.$/, '');
}
