import { type Game, newRoundRecord, type RoundRecord } from '@ludus/game/game.ts';
import { allowedMoves, isSeen, playReplay } from '@ludus/game/replay.ts';
import { MatchChance, observed } from '@ludus/game/secret-randomness.ts';
import { teamsOn } from '@ludus/game/teams.ts';
import type { Problem, Result } from '@ludus/kernel/result.ts';
import { openSeen, type ReplayDescription } from './open-seen.ts';
import type { AnyView, Timeline } from './view.ts';

/** The seat number for a full view. */
const NO_SEAT = -1;

/**
 * A replay as a timeline, for games with short matches. The timeline stores one frame per round. When more text
 * arrives, the timeline rereads everything up to the last line end. In a game with `observe`, `seenBy` returns frames
 * made from a seat's observations.
 */
export function openReplay<Board, State, Move, Frame>(
  game: Game<Board, State, Move>,
  view: AnyView,
  text: string,
  looks: ReplayDescription<Board, State, Frame>,
): Result<Timeline<Frame>> {
  const opened = game.replay.open(text);
  if (!opened.ok) return opened;
  const { board } = opened.value;
  let { info } = opened.value;
  const head = game.observe && game.replay.head(board, info, game.start(board, 0));
  if (head !== undefined && isSeen(text.slice(head.length)))
    return openSeen(game, view, { text: text.slice(head.length), board, info, looks });
  const { rows, columns, rounds } = looks.size(board);
  let whole = text;
  let end = 0;
  const frames = new Map<number, Frame[]>([[NO_SEAT, []]]);
  const endings = new Map<number, string>();
  let problem: Problem | undefined;
  const read = (): void => {
    const again = game.replay.open(whole.slice(0, end));
    if (!again.ok) {
      problem = again.problem;
      return;
    }
    const state = new MatchChance(game, again.value.info).start(board);
    const seen = (seat: number): State => (seat === NO_SEAT ? state : observed(game, state, seat));
    // A seat could compute hidden information from the seed or the key.
    const { key: _, ...known } = { ...info, seed: 0 };
    const add = (record: RoundRecord): void => {
      for (const [seat, list] of frames)
        list.push(looks.frame(seen(seat), { ...record, info: seat === NO_SEAT ? info : known }));
    };
    for (const list of frames.values()) list.length = 0;
    add(newRoundRecord(info));
    problem = undefined;
    for (const step of playReplay(game, again.value, state)) {
      if (step.phase === 'problem') problem = step.problem;
      else if (step.phase === 'played') add(step.record);
    }
    endings.clear();
    if (game.isOver(state)) for (const seat of frames.keys()) endings.set(seat, looks.ending(seen(seat), info.names));
  };
  const allowed = (round: number, seat: number): string[] | undefined => {
    const again = game.replay.open(whole.slice(0, end));
    if (!again.ok) return undefined;
    const state = new MatchChance(game, again.value.info).start(board);
    if (round > 0)
      for (const { phase } of playReplay(game, again.value, state))
        if (phase === 'played' && game.round(state) >= round) break;
    return allowedMoves(game, state, seat)?.map((move) => game.move.print(move));
  };
  const readTo = (next: number): void => {
    end = next;
    read();
  };
  const toLastLineEnd = () => whole.lastIndexOf('\n') + 1;
  readTo(toLastLineEnd());
  const timelineOf = (looking: number): Timeline<Frame> => {
    const list = frames.get(looking)!;
    return {
      view,
      get names() {
        return info.names;
      },
      seed: looking === NO_SEAT ? String(info.seed) : '',
      settings: looks.settings(board),
      teams: teamsOn(game, board),
      rows,
      columns,
      get last() {
        return list.length - 1;
      },
      get planned() {
        return endings.has(looking) ? list.length - 1 : Math.max(rounds, list.length - 1);
      },
      get ending() {
        return endings.get(looking);
      },
      get problem() {
        return problem;
      },
      frame: (round) => list[round],
      ...(game.legal && {
        allowed: (round: number, seat: number) =>
          looking === NO_SEAT || looking === seat ? allowed(round, seat) : undefined,
      }),
      ...(game.observe && {
        seenBy(seat: number) {
          if (!frames.has(seat)) {
            frames.set(seat, []);
            const before = problem;
            read();
            problem = before;
          }
          return timelineOf(seat);
        },
      }),
      append(more) {
        whole += more;
        readTo(toLastLineEnd());
        // The rest of the text may still arrive, so an incomplete replay isn't a problem.
        problem = undefined;
      },
      finish: () => readTo(whole.length),
      rename(names) {
        info = { ...info, names };
        readTo(end);
      },
    };
  };
  return { ok: true, value: timelineOf(NO_SEAT) };
}
