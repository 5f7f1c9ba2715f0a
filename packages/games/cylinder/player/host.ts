import { lineOutput } from '@ludus/game/protocol.ts';
import { advance, seedState } from '@ludus/kernel/lehmer.ts';
import { TokenReader } from '@ludus/kernel/token-reader.ts';
import type { FollowMatch, LineReader } from '@ludus/runtime/parts.ts';
import { readPosition } from '../rules/codec/position.ts';
import { CYLINDER_PROBLEMS } from '../rules/codec/problems.ts';
import { readHead } from '../rules/codec/settings.ts';
import type { Dialect } from '../rules/dialect.ts';
import { Instructions } from '../rules/instructions.ts';
import type { CylinderApi } from './api.ts';
import { type CylinderPlayerCode, inProcessCylinder } from './in-process.ts';

/**
 * Returns a function that plays matches of one of the two games with a player that is a class or a function. `base` is
 * the player's base class.
 */
export function cylinderHost(dialect: Dialect, base: abstract new () => CylinderApi): FollowMatch {
  return (code, next, say) => play(dialect, base, code as CylinderPlayerCode, next, say);
}

async function play(
  dialect: Dialect,
  base: abstract new () => CylinderApi,
  code: CylinderPlayerCode,
  next: LineReader,
  say: (text: string) => void,
): Promise<void> {
  const runner = inProcessCylinder('the player', code, base, lineOutput(console.error));
  const first = await next();
  const seat = Number(first?.split(' ')[1]);
  let text = '';
  for (let line = await next(); line !== undefined; line = await next()) {
    text += `${line}\n`;
    if (line.startsWith('names')) break;
  }
  const { settings, names } = readHead(new TokenReader(text, CYLINDER_PROBLEMS), dialect);
  const move = new Instructions();
  const { LUDUS_DEBUG_ROUND, LUDUS_DEBUG_GENERATOR } = process.env;
  // A separate generator, because a player that runs as a program draws its own numbers, which are the same in every
  // match. Only `ludus debug` passes the numbers of the match that it replays.
  const generator = { state: Number(LUDUS_DEBUG_GENERATOR ?? seedState(1 + seat)) };
  const stopAt = LUDUS_DEBUG_ROUND === undefined ? undefined : Number(LUDUS_DEBUG_ROUND);
  let started = false;
  for (text = await board(next); text !== ''; text = await board(next)) {
    const position = readPosition(new TokenReader(text, CYLINDER_PROBLEMS), dialect, settings);
    if (!started) await runner.start?.(undefined, position, { seat, names });
    started = true;
    move.clear();
    if (LUDUS_DEBUG_GENERATOR !== undefined) generator.state = advance(generator.state);
    // `ludus debug --round` stops here, with a debugger attached: step into play().
    // biome-ignore lint/suspicious/noDebugger: that is what it is for
    if (position.round === stopAt) debugger;
    await runner.play(position, move, generator);
    let answer = '';
    for (let i = 0; i < move.length; i++) answer += `${move.print(i)}\n`;
    say(`${answer}-1\n`);
  }
}

/** Reads the text of the next board, from `rnd` to the last player's line. Returns '' when the match is over. */
async function board(next: LineReader): Promise<string> {
  let text = '';
  let left = Number.POSITIVE_INFINITY;
  while (left > 0) {
    const line = await next();
    if (line === undefined) return '';
    if (text === '' && !line.startsWith('rnd')) continue;
    text += `${line}\n`;
    left--;
    if (line.startsWith('pid')) left = 4;
  }
  return text;
}
