import { createInterface } from 'node:readline';
import { modulePlayer } from '@ludus/runtime/kinds.ts';
import { DEFAULT_MEMORY_BYTES, guestFor } from '@ludus/runtime/parts.ts';
import { gameFolders, nodePartsOf } from 'ludus/installed.ts';
import { agreements, unusualAgreements } from '../behaviour/agreement.ts';
import { type Answers, answersTo, openRecording, type SeatRecording } from '../behaviour/answers.ts';
import type { BehaviourLine, BehaviourOrder, BehaviourReport } from './behaviour-order.ts';

// A process that shows recorded matches to untrusted players, under fuel. It may be stopped at any time.
const MAX_LISTED = 20;

const games = await gameFolders();
let game = '';
const showings: SeatRecording[] = [];
const players: Extract<BehaviourOrder, { kind: 'player' }>[] = [];
for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
  const order = JSON.parse(line) as BehaviourOrder;
  if (order.kind === 'end') break;
  if (order.kind === 'begin') ({ game } = order);
  else if (order.kind === 'player') players.push(order);
  else {
    const { seat } = order;
    const recording = openRecording(
      order.replay,
      games.map(({ kit }) => kit.game),
      seat,
    );
    if (recording.ok) showings.push({ recording: recording.value, seat });
  }
}
const { kit, folder } = games.find((each) => each.kit.game.id === game)!;
const guest = guestFor(kit.game, { ...kit, ...(await nodePartsOf(folder)) });
const say = (line: BehaviourLine) => process.stdout.write(`${JSON.stringify(line)}\n`);
const told: { readonly name: string; readonly version: string; readonly answers: Answers }[] = [];
for (const [done, { name, version, module, seconds }] of players.entries()) {
  say({ kind: 'step', done, of: players.length });
  try {
    const limits = { cpuMs: 1000 * seconds, session: { memoryBytes: DEFAULT_MEMORY_BYTES } };
    const context = { game: kit.game, image: kit.image, guest, budget: 'fuel', folder: '.', limits } as const;
    const source = await modulePlayer(new Uint8Array(Buffer.from(module, 'base64')), 'the module', context, 'P');
    const { answers } = await answersTo(showings, () => source.open());
    told.push({ name, version, answers });
  } catch {
    // A player that can't run is compared only by its source.
  }
}
const all = agreements(told.map(({ answers }) => answers));
const unusual = new Set(unusualAgreements(all));
const sideOf = (at: number) => ({ name: told[at].name, version: told[at].version });
const report: BehaviourReport = {
  players: told.length,
  showings: showings.length,
  rounds: Math.max(0, ...told.map(({ answers }) => answers.reduce((sum, match) => sum + match.length, 0))),
  pairs: all.length,
  unusual: unusual.size,
  top: all
    .filter(({ excess }) => excess > 0)
    .slice(0, MAX_LISTED)
    .map((each) => ({
      left: sideOf(each.left),
      right: sideOf(each.right),
      excess: each.excess,
      margin: Number.isFinite(each.margin) ? each.margin : 1,
      unusual: unusual.has(each),
    })),
};
say({ kind: 'done', report });
