import { ByteReader, ByteWriter, ModuleRefused } from '../wasm/bytes.ts';
import type { Script, ScriptModule } from './script.ts';

/** The custom section in which a module made of a script carries it. */
const SECTION_NAME = 'ludus-script';
export const DAMAGED = 'the script in it is damaged';
const HEAD_BYTES = 8;
const CUSTOM = 0;

/** One file that runs everywhere: the engine, and in it the game's side and the player. */
export function packScript(engine: Uint8Array, script: Script): Uint8Array<ArrayBuffer> {
  const section = new ByteWriter().text(SECTION_NAME).text(JSON.stringify(script)).result();
  return new ByteWriter(engine.length + section.length + 8)
    .bytes(engine)
    .byte(CUSTOM)
    .u32(section.length)
    .bytes(section)
    .result();
}

/** A packed script, and the engine without it; undefined where a module has none. What is damaged, it throws as a `ModuleRefused`. */
export function unpackScript(
  bytes: Uint8Array<ArrayBuffer>,
): { readonly script: Script; readonly engine: Uint8Array<ArrayBuffer> } | undefined {
  if (bytes.length < HEAD_BYTES) return undefined;
  const reader = new ByteReader(bytes, HEAD_BYTES);
  while (!reader.done) {
    const start = reader.at;
    const id = reader.byte();
    const part = reader.part(reader.u32());
    if (id !== CUSTOM || part.text() !== SECTION_NAME) continue;
    const engine = new Uint8Array(bytes.length - (reader.at - start));
    engine.set(bytes.subarray(0, start));
    engine.set(bytes.subarray(reader.at), start);
    return { script: checked(part.text()), engine };
  }
  return undefined;
}

function checked(json: string): Script {
  let script: Partial<Record<keyof Script, unknown>>;
  try {
    script = JSON.parse(json);
  } catch {
    throw new ModuleRefused(DAMAGED);
  }
  const { game, name, guest, player } = script ?? {};
  const whole =
    typeof game === 'string' &&
    typeof name === 'string' &&
    /^[\x21-\x7e]{1,64}$/.test(name) &&
    Array.isArray(guest) &&
    guest.every(isModule) &&
    isModule(player);
  if (!whole) throw new ModuleRefused(DAMAGED);
  return { game, name, guest, player } as Script;
}

function isModule(value: unknown): value is ScriptModule {
  const { name, text } = (value ?? {}) as Partial<Record<keyof ScriptModule, unknown>>;
  return typeof name === 'string' && /^[\w./+-]{1,80}$/.test(name) && typeof text === 'string';
}
