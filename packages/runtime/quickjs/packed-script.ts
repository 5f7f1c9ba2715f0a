import { isFileName } from '../local-imports.ts';
import { ByteReader, ByteWriter } from '../wasm/bytes.ts';
import { SECTION } from '../wasm/module.ts';
import { ModuleRejectedError, rejectedModule } from '../wasm/module-problems.ts';
import { MAX_FILES, MAX_SCRIPT_BYTES, ownModules, type Script, type ScriptModule } from './script.ts';

/** The custom section with a script; the module contains nothing else. */
const SECTION_NAME = 'ludus-script';
/**
 * Size limit of a player's packed files, in bytes. Their imports may be longer than in the source files (`withPaths`).
 */
const MAX_PACKED_BYTES = 2 * MAX_SCRIPT_BYTES;
/** Size limit of the section. The section is JSON, in which a byte takes up to six characters. */
const MAX_SECTION_BYTES = 6 * MAX_PACKED_BYTES;
const HEAD = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/** A player's files in a packed script: the main file, then the files that it imports. */
export interface PackedScript extends Pick<Script, 'game' | 'name'> {
  readonly files: readonly [player: ScriptModule, ...others: ScriptModule[]];
}

/**
 * Packs the player's files into one file that runs everywhere. The engine and the game's side are added when the file
 * is loaded.
 */
export function packScript(script: Script): Uint8Array<ArrayBuffer> {
  const { game, name } = script;
  const json = JSON.stringify({ game, name, files: ownModules(script) });
  const section = new ByteWriter().text(SECTION_NAME).text(json).result();
  return new ByteWriter(HEAD.length + section.length + 8)
    .bytes(HEAD)
    .byte(SECTION.custom)
    .u32(section.length)
    .bytes(section)
    .result();
}

/** Whether the module has a section for a script. The section may be damaged. */
export function isPacked(module: Uint8Array): boolean {
  try {
    return sections(module).script !== undefined;
  } catch (error) {
    if (error instanceof ModuleRejectedError) return false;
    throw error;
  }
}

/**
 * The script in a module; undefined if the module has none. Throws a `ModuleRejectedError` if the script is damaged, or
 * if the module contains anything else, such as an engine.
 */
export function unpackScript(module: Uint8Array): PackedScript | undefined {
  const { script, others } = sections(module);
  if (script === undefined) return undefined;
  if (others > 0) throw rejectedModule('script/engine');
  if (script.end - script.at > MAX_SECTION_BYTES) throw rejectedModule('script/section');
  return checked(script.text());
}

/** All modules that the engine runs for a packed script: the script's files, and the game's modules. */
export const withGuest = ({ game, name, files }: PackedScript, guest: readonly ScriptModule[]): Script => {
  const [player, ...others] = files;
  return { game, name, guest: [...guest, ...others], player };
};

/** The contents of the first section that claims to be a script, and the number of all other sections. */
function sections(module: Uint8Array): { readonly script: ByteReader | undefined; readonly others: number } {
  let script: ByteReader | undefined;
  let others = 0;
  if (module.length < HEAD.length) return { script, others };
  const reader = new ByteReader(module, HEAD.length);
  while (!reader.done) {
    const id = reader.byte();
    const part = reader.part(reader.u32());
    if (script === undefined && id === SECTION.custom && part.text() === SECTION_NAME) script = part;
    else others++;
  }
  return { script, others };
}

function checked(json: string): PackedScript {
  let script: Partial<Record<keyof PackedScript, unknown>> | null;
  try {
    script = JSON.parse(json);
  } catch {
    throw rejectedModule('script/damaged');
  }
  const { game, name, files } = script ?? {};
  const isWhole =
    typeof game === 'string' &&
    typeof name === 'string' &&
    /^[\x21-\x7e]{1,64}$/.test(name) &&
    Array.isArray(files) &&
    files.length > 0 &&
    files.length <= MAX_FILES &&
    files.every(isFile);
  if (!isWhole) throw rejectedModule('script/damaged');
  const own = files as [ScriptModule, ...ScriptModule[]];
  // No file may replace another file or one of the game's modules.
  const names = new Set(own.map((file) => file.name));
  if (
    names.size < own.length ||
    !own.every((file, at) => (at === 0 ? PLAYER_FILE.test(file.name) : isFileName(file.name)))
  )
    throw rejectedModule('script/damaged');
  const bytes = own.reduce((sum, { text }) => sum + new TextEncoder().encode(text).length, 0);
  if (bytes > MAX_PACKED_BYTES) throw rejectedModule('script/long', bytes, MAX_PACKED_BYTES);
  return { game, name, files: own };
}

/** The names that `fileName` can return for the main file. */
const PLAYER_FILE = /^[\w.+-]{1,60}$/;

function isFile(value: unknown): value is ScriptModule {
  const { name, text } = (value ?? {}) as Partial<Record<keyof ScriptModule, unknown>>;
  return typeof name === 'string' && typeof text === 'string';
}
