/**
 * The first line of a program, as it is stored and sent to workers instead of a module. The second line is the file
 * name, and the rest is the submitted source. The program's hash covers the name and the source, and is used like a
 * module's hash.
 */
const FIRST = 'a program for Ludus\n';
const NAME = /^[A-Za-z0-9_][\w.+@~-]{0,99}$/;

export interface Program {
  readonly file: string;
  readonly source: Uint8Array;
}

export const isProgramName = (file: string): boolean => NAME.test(file);

export function packProgram({ file, source }: Program): Uint8Array {
  if (!isProgramName(file)) throw new Error(`${file} isn’t the name of a program’s file`);
  return Buffer.concat([Buffer.from(`${FIRST}${file}\n`), source]);
}

/** Parses a stored program. Returns undefined if the bytes aren't a program but a module. */
export function readProgram(bytes: Uint8Array): Program | undefined {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!whole.subarray(0, FIRST.length).equals(Buffer.from(FIRST))) return undefined;
  const end = whole.indexOf('\n', FIRST.length);
  const file = whole.toString('utf8', FIRST.length, Math.max(end, FIRST.length));
  return end < 0 || !isProgramName(file) ? undefined : { file, source: whole.subarray(end + 1) };
}

/** Returns the player at a seat of a job, from the bytes of a submission. */
export const playerOf = (bytes: Uint8Array, shown: string) => {
  const program = readProgram(bytes);
  return program
    ? ({ kind: 'program', file: program.file, bytes: program.source, shown } as const)
    : ({ kind: 'module', bytes, shown } as const);
};
