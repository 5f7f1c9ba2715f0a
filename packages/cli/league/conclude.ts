import { join } from 'node:path';
import { namedRevision, playReplay } from '@ludus/game/replay.ts';
import { sidesOn, type Teams, teamsOn } from '@ludus/game/teams.ts';
import {
  boardsIn,
  digestText,
  type Entry,
  hiddenBoards,
  type LeagueFile,
  leagueStandings,
  type MatchFigure,
  type RoundFile,
  roundSpecs,
  sourceChanges,
} from '@ludus/lab/league.ts';
import { type BoardSource, type MatchSpec, type ResultLine, type RunSetup, replayName } from '@ludus/lab/results.ts';
import { explain } from '@ludus/lab/why.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import type { AnyKit } from 'ludus/kit.ts';
import { ladderBoards } from '../climb/ladder.ts';
import { readReplayText } from '../replay-text.ts';
import { type LeagueFolder, roundName } from './folder.ts';

/** The plan of a round: the matches that the round's key determines. */
export interface RoundPlan {
  readonly setup: RunSetup;
  readonly specs: readonly MatchSpec[];
  readonly boards: RoundFile['boards'];
}

/** Plans a round. `folder`: the folder that the specs of the entries are relative to. */
export function planRound(
  kit: AnyKit,
  league: LeagueFile,
  { key, entries, folder }: { readonly key: string; readonly entries: readonly Entry[]; readonly folder: string },
): RoundPlan {
  const { game } = kit;
  const ready = entries.filter(({ state }) => state === 'ready');
  const boardOf = ladderBoards(kit);
  const first = boardOf(0).board;
  const seats = sidesOn(game, first);
  const size = { bots: ready.length, seats, matches: league.matches };
  const groups = hiddenBoards(key, boardsIn(size));
  const boards = groups.map((group, n) => ({ name: `b${n + 1}`, group }));
  const made = groups.map((group) => boardOf(group).board);
  const teams: Teams | undefined = teamsOn(game, first);
  if (made.some((board) => sidesOn(game, board) !== seats || String(teamsOn(game, board)) !== String(teams)))
    throw new UsageError(`the boards of ${game.title} are for different numbers of players`);
  const sources: BoardSource[] = made.map((board, n) => ({ name: boards[n].name, text: game.printBoard(board) }));
  const { budget, limits, target } = league;
  return {
    boards,
    specs: roundSpecs(key, size, teams),
    setup: {
      game: game.id,
      ...(namedRevision(game) !== undefined && { revision: namedRevision(game) }),
      boards: sources,
      players: ready.map(({ name, spec, fingerprint }) => ({ name, spec, fingerprint })),
      budget,
      folder,
      limits: limits as NonNullable<RunSetup['limits']>,
      ...(target && { target }),
      tableNames: true,
      ...(game.observe && ready.some(({ fingerprint }) => fingerprint !== '') && { hidden: true }),
    },
  };
}

/** Returns the result of a round. */
export function roundFileOf(
  round: number,
  key: string,
  { boards }: Pick<RoundPlan, 'boards'>,
  entries: readonly Entry[],
  lines: readonly ResultLine[],
): RoundFile {
  return {
    ludus: 'league round',
    version: 1,
    round,
    key,
    boards: [...boards],
    matches: lines.length,
    standings: leagueStandings(entries, lines),
  };
}

/** The files of a league from which a digest is made. */
export interface DigestFiles {
  readonly folder: LeagueFolder;
  readonly kit: AnyKit;
  readonly league: LeagueFile;
  readonly entries: readonly Entry[];
  readonly done: RoundFile;
}

/**
 * Returns the digests of a round by bot, except for the bots for which `isLeftOut` returns true. The replays of the
 * round's matches must exist.
 */
export function digestsOf(
  { folder, kit, league, entries, done }: DigestFiles,
  isLeftOut: (name: string) => boolean = () => false,
): Map<string, string> {
  const { round } = done;
  const lines = folder.results(round);
  const history = Array.from({ length: round - 1 }, (_, before) => folder.roundFile(before + 1)!);
  const texts = new Map<string, string>();
  const textOf = (match: string): string => {
    const known = texts.get(match) ?? readReplayText(join(folder.replays(round), replayName(kit.game, match)));
    texts.set(match, known);
    return known;
  };
  const figures = new Map<string, readonly MatchFigure[]>();
  for (const { match, failure } of lines) if (failure === undefined) figures.set(match, figuresOf(kit, textOf(match)));
  const all = { league, history: [...history, done], entries, lines, figures };
  return new Map(
    entries.flatMap(({ name, fingerprint }): [string, string][] => {
      if (isLeftOut(name)) return [];
      const isFirst = round === 1 || fingerprint === '';
      const changes = isFirst
        ? undefined
        : sourceChanges(folder.readSources(round - 1, name), folder.readSources(round, name));
      const why = (match: string, seat: number) => {
        const explained = explain(kit, textOf(match), seat, { isQuick: true });
        return explained.ok ? explained.value.sentences : [];
      };
      const replay = (match: string) => `${roundName(round)}/replays/${replayName(kit.game, match)}`;
      return [[name, digestText(all, { name, changes, why, replay })]];
    }),
  );
}

/** Computes the figures of a match from its replay. */
function figuresOf({ game, figures }: AnyKit, replay: string): readonly MatchFigure[] {
  const opened = game.replay.open(replay);
  if (!opened.ok || !figures) return [];
  let watch: ReturnType<typeof figures> | undefined;
  for (const step of playReplay(game, opened.value)) {
    if (step.phase === 'problem') return [];
    if (!watch) watch = figures(step.state);
    else if (step.phase === 'played') watch.see(step.state);
  }
  return watch?.figures() ?? [];
}

export const resultsFile = (folder: string): string => join(folder, 'results.jsonl');
