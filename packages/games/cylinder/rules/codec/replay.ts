import type { MatchInfo, ReplayCodec, ReplayReader, RoundRecord } from '@ludus/game/game.ts';
import { nameProblem } from '@ludus/game/names.ts';
import { withMatchKey } from '@ludus/game/secret-randomness.ts';
import { attempt, type Result } from '@ludus/kernel/result.ts';
import { TokenReader } from '@ludus/kernel/token-reader.ts';
import type { Dialect } from '../dialect.ts';
import { Instructions } from '../instructions.ts';
import type { CylinderBoard, Position } from '../position.ts';
import type { CylinderState } from '../state.ts';
import { readPosition } from './position.ts';
import { formatDouble, printInstructions, printPosition, printStateGrid, recordedInstructions } from './print.ts';
import { CYLINDER_PROBLEMS, type CylinderReader } from './problems.ts';
import { readInstructions } from './rounds.ts';
import { type FileHead, printHead, readHead } from './settings.ts';

/** The file extension of replays. */
export const REPLAY_EXTENSION = '.res';

/** Returns the codec that reads and prints the `.res` files of one of the two games. */
export function replayCodec(dialect: Dialect): ReplayCodec<CylinderBoard, CylinderState, Instructions> {
  const kept = Array.from({ length: 4 }, () => new Instructions());
  const keepAll = (asked: readonly Instructions[], { settings, statuses }: CylinderState): readonly Instructions[] => {
    for (let player = 0; player < settings.players; player++) {
      kept[player].clear();
      if (statuses[player] >= 0) recordedInstructions(asked[player], player, settings.unitsPerPlayer, kept[player]);
    }
    return kept;
  };
  return withMatchKey({
    recognizes: (text) => recognizesReplay(dialect, text),
    isLong: true,
    recordedPart: (asked, state, { shares }) => ({
      asked: keepAll(asked, state),
      shares: shares.map((share) => Number(formatDouble(share))),
    }),
    head: (board, info, state) =>
      printHead(dialect, board.settings, info) + printPosition(dialect, state, printStateGrid(state)),
    round(asked, state) {
      return (
        printInstructions('actions_asked', keepAll(asked, state)) +
        printInstructions('actions_done', state.done) +
        printPosition(dialect, state, printStateGrid(state))
      );
    },
    tail: () => '',
    open: (text) => attempt(() => new Reader(dialect, text)),
  });
}

/** A replay with one broken token is still recognised. A board file isn't a replay. */
function recognizesReplay(dialect: Dialect, text: string): boolean {
  const start = text.slice(0, 1000);
  const words = start.split(/\s+/, 6);
  if (words[3] === '?' && words[5] === '?') return false;
  const unitsField = dialect.fields.find((field) => field.key === 'unitsPerPlayer');
  return words[0] === dialect.header || (unitsField !== undefined && start.includes(`\n${unitsField.name}\t`));
}

/** Reads the data of the match in a replay's header. Fails if the header contains the `?` of a board file. */
export function readInfo(reader: CylinderReader, head: FileHead): MatchInfo {
  if (head.secgame !== '0' && head.secgame !== '1') reader.fail('replay/secgame', head.secgame);
  const seed = Number(head.seed);
  if (!/^\d+$/.test(head.seed) || seed > 2147483648) reader.fail('replay/seed', head.seed);
  const wrong = nameProblem(head.names);
  if (wrong !== undefined) reader.fail('replay/name', wrong);
  return { seed, names: head.names, limited: head.secgame === '1' };
}

class Reader implements ReplayReader<CylinderBoard, CylinderState, Instructions> {
  readonly board: CylinderBoard;
  readonly info: MatchInfo;
  private readonly reader: CylinderReader;
  private readonly ignored: Instructions[];

  constructor(dialect: Dialect, text: string) {
    const reader = new TokenReader(text, CYLINDER_PROBLEMS);
    const head = readHead(reader, dialect);
    this.info = readInfo(reader, head);
    this.board = { dialect, settings: head.settings, first: readPosition(reader, dialect, head.settings) };
    this.reader = reader;
    this.ignored = Array.from({ length: head.settings.players }, () => new Instructions());
  }

  next(asked: Instructions[], state: CylinderState, record: RoundRecord): Result<boolean> {
    return attempt(() => {
      const { reader } = this;
      if (reader.atEnd()) return false;
      const { settings, dialect } = this.board;
      readInstructions(reader, 'actions_asked', settings, asked, dialect.passesOver);
      readInstructions(reader, 'actions_done', settings, this.ignored);
      const position = readPosition(reader, dialect, settings);
      this.takeStatuses(position, asked, state, record);
      return true;
    });
  }

  /**
   * Failures, and the shares of budgets that players have used, can't be computed, so they are copied from the replay
   * if they are plausible. In a match without budgets, only a failed player can be frozen.
   */
  private takeStatuses(
    position: Position,
    asked: readonly Instructions[],
    state: CylinderState,
    record: RoundRecord,
  ): void {
    for (let player = 0; player < position.statuses.length; player++) {
      const before = state.statuses[player];
      const now = this.info.limited || position.statuses[player] === -1 ? position.statuses[player] : before;
      if (before === -1 ? now !== -1 : now !== -1 && now < before)
        this.reader.fail('replay/status', player, before, now);
      if (now === -1 && asked[player].length > 0) this.reader.fail('replay/frozen', player);
      if (now === -1) {
        if (before !== -1) record.failed.push(player);
        state.freeze(player);
      } else {
        state.statuses[player] = now;
        record.shares[player] = now;
      }
    }
  }
}
