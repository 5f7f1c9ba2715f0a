import type { TokenReader } from '@ludus/kernel/reader.ts';
import { directionCode, SHOOT } from '../directions.ts';
import type { Instructions } from '../instructions.ts';
import type { CylinderSettings } from '../settings.ts';

/**
 * Reads `actions_asked` or `actions_done` into one list a player. What could not have passed the players' API fails: a unit that
 * is another player's or has an instruction already, an unknown direction.
 */
export function readInstructions(
  reader: TokenReader,
  title: string,
  settings: CylinderSettings,
  into: readonly Instructions[],
): void {
  reader.word(title);
  for (let player = 0; player < settings.players; player++) {
    const list = into[player];
    list.clear();
    if (reader.whole(`the id of player ${player}`) !== player)
      reader.fail('replay/player', `expected player ${player}, found ${reader.token}`);
    const first = player * settings.unitsPerPlayer;
    const last = first + settings.unitsPerPlayer - 1;
    while (true) {
      const unit = reader.whole('a unit or -1');
      if (unit === -1) break;
      if (unit < first || unit > last)
        reader.fail('replay/unit', `player ${player} has the units ${first} … ${last}, found ${reader.token}`);
      for (let i = 0; i < list.length; i++)
        if (list.unit(i) === unit) reader.fail('replay/unit', `a second instruction for unit ${unit}`);
      list.push(unit, readCode(reader));
    }
  }
}

function readCode(reader: TokenReader): number {
  const kind = reader.next('m or s');
  if (kind !== 'm' && kind !== 's') reader.fail('replay/instruction', `expected m or s, found ${kind}`);
  const row = reader.whole('the rows to move');
  const column = reader.whole('the columns to move');
  const code = kind === 's' ? (row === 0 && column === 1 ? SHOOT : -1) : directionCode(row, column);
  if (code < 0) reader.fail('replay/direction', `unknown direction ${row} ${column}`);
  return code;
}
