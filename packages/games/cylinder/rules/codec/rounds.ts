import type { CylinderSettings } from '../dialect.ts';
import { directionCode, SHOOT } from '../directions.ts';
import type { Instructions } from '../instructions.ts';
import type { CylinderReader } from './problems.ts';

/**
 * Reads `actions_asked` or `actions_done` into one list per player. Instructions that the players' API would reject
 * cause an error, or are kept as nonsense with `passOver`. Such instructions are for another player's unit or for a
 * unit that already has an instruction, or they have an unknown direction.
 */
export function readInstructions(
  reader: CylinderReader,
  title: string,
  settings: CylinderSettings,
  into: readonly Instructions[],
  passOver = false,
): void {
  reader.expectWord(title);
  for (let player = 0; player < settings.players; player++) {
    const list = into[player];
    list.clear();
    if (reader.integer(`the id of player ${player}`) !== player) reader.fail('replay/player', player, reader.token);
    const first = player * settings.unitsPerPlayer;
    const last = first + settings.unitsPerPlayer - 1;
    while (true) {
      const unit = reader.integer('a unit or -1');
      if (unit === -1) break;
      const isOwn = unit >= first && unit <= last;
      if (!isOwn && !passOver) reader.fail('replay/unit', player, first, last, reader.token);
      const isSecond = hasInstruction(list, unit);
      if (isSecond && !passOver) reader.fail('replay/second', unit);
      const { text, code } = readAction(reader);
      if (isOwn && !isSecond && code >= 0) list.push(unit, code);
      else if (passOver) list.pushNonsense(`${unit} ${text}`);
      else reader.fail('replay/direction', text.slice(2));
    }
  }
}

function hasInstruction(list: Instructions, unit: number): boolean {
  for (let i = 0; i < list.length; i++) if (list.unit(i) === unit) return true;
  return false;
}

/** Reads an action such as `m 1 2` or `s 0 1`, with its code: −1 for an unknown direction. */
function readAction(reader: CylinderReader): { readonly text: string; readonly code: number } {
  const kind = reader.next('m or s');
  if (kind !== 'm' && kind !== 's') reader.fail('replay/instruction', kind);
  const row = reader.integer('the rows to move');
  const column = reader.integer('the columns to move');
  const code = kind === 's' ? (row === 0 && column === 1 ? SHOOT : -1) : directionCode(row, column);
  return { text: `${kind} ${row} ${column}`, code };
}
