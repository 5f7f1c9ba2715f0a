import { type PlayerOutput, readShape } from '@ludus/game/output.ts';

/** Maximum size of one player's log in a match, and also of its drawings, in bytes. */
const MAX_BYTES = 64 * 1024;
/** The approximate size of a shape without its text. */
const SHAPE_BYTES = 64;
const TRUNCATION_NOTE = '(the rest of the log is omitted)';
/** Maximum size of a log without the truncation note and two line ends, in bytes. */
const MAX_LOGGED_BYTES = MAX_BYTES - TRUNCATION_NOTE.length - 2;

/** Passes on a player's output up to the limit for a whole match. */
export function limitedOutput(to: PlayerOutput): PlayerOutput {
  let [logged, drawn] = [0, 0];
  return {
    log(text) {
      if (logged > MAX_LOGGED_BYTES) return;
      const room = MAX_LOGGED_BYTES - logged;
      // Texts are separated by a line end.
      logged += Buffer.byteLength(text) + 1;
      if (logged <= MAX_LOGGED_BYTES) to.log(text);
      else to.log(`${truncated(text, room)}\n${TRUNCATION_NOTE}`);
    },
    draw(drawing) {
      // `drawing` may be any value, because players can pass anything.
      const shape = readShape(drawing);
      if (shape === undefined || drawn > MAX_BYTES) return;
      drawn += SHAPE_BYTES + (shape.kind === 'text' ? Buffer.byteLength(shape.text) : 0);
      if (drawn <= MAX_BYTES) to.draw(shape);
    },
  };
}

/** The longest prefix of a text that fits into this number of UTF-8 bytes. */
function truncated(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
}
