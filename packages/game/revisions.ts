import type { AnyGame, AnyRevision } from './game.ts';
import { playReplay, type ReplayStep } from './play-replay.ts';
import { MatchChance } from './secret-randomness.ts';

/**
 * Combines the revisions of a game's rules. Returns the game in the first revision; `inRevision` returns the other
 * revisions. Replays needn't name their revision: `gameOfReplay` finds it by replaying the match.
 */
export function withRevisions<G extends AnyGame>(...all: readonly [RevisionOf<G>, ...RevisionOf<G>[]]): G {
  const revisions: RevisionOf<G>[] = [];
  for (const { id, description, game } of all)
    revisions.push({ id, description, game: { ...game, revision: id, revisions } });
  return revisions[0].game;
}

interface RevisionOf<G> extends Omit<AnyRevision, 'game'> {
  readonly game: G;
}

/**
 * Returns a game in the revision with this id; or the game itself if `id` is undefined.
 *
 * @throws Error with the message of `revisionProblem` if the game has no such revision
 */
export function inRevision<G extends AnyGame>(game: G, id: string | undefined): G {
  if (id === undefined || id === game.revision) return game;
  const found = game.revisions?.find((each) => each.id === id);
  if (!found) throw new Error(revisionProblem(game, id));
  return found.game as G;
}

/** Returns the reason why a game can't be played in the revision with this id, as a message; undefined if it can. */
export function revisionProblem({ title, revisions }: AnyGame, id: string): string | undefined {
  if (!revisions) return `${title} has no revisions, so revision ${id} cannot be chosen`;
  const ids = revisions.map((each) => each.id);
  return ids.includes(id) ? undefined : `${title} has no revision ${id}; choose ${ids.join(' or ')}`;
}

export type HasRevisions = Pick<AnyGame, 'revision' | 'revisions'>;

/** Returns the revision that a match's record must name; undefined for the first revision, which is the default. */
export const namedRevision = ({ revision, revisions }: HasRevisions): string | undefined =>
  revision === revisions?.[0].id ? undefined : revision;

/** The game that a replay belongs to, in the revision that the replay follows. */
export interface ReplayGame {
  readonly game: AnyGame;
  /**
   * The ids of the revisions that agree with the longest part of the replay; several ids in case of a tie. Empty for a
   * game without revisions.
   */
  readonly revisions: readonly string[];
}

/**
 * Finds the game of a replay; undefined if it isn’t one of the given games. If the game has revisions, all of them
 * replay the match until at most one agrees with the text. `told` is the revision that a sidecar names. In a tie, the
 * result is `told` if it is one of the tied revisions, and otherwise the first of these. Line ends may be `\n` or
 * `\r\n`.
 */
export function gameOfReplay(
  text: string,
  games: readonly AnyGame[],
  sidecarRevision?: string,
): ReplayGame | undefined {
  const game = games.find((each) => each.replay.recognizes(text));
  if (!game?.revisions) return game && { game, revisions: [] };
  const plain = text.replaceAll('\r\n', '\n');
  const all = game.revisions.map((revision) => new RevisionCandidate(revision, plain));
  let left = all;
  while (left.length > 1 && !left.every((each) => each.isAtEnd)) {
    for (const each of left) each.advance();
    left = left.filter((each) => each.agrees);
  }
  const most = Math.max(...all.map((each) => each.agreed));
  const nearest = left.length > 0 ? left : all.filter((each) => each.agreed === most);
  const chosen = nearest.find((each) => each.revision.id === sidecarRevision) ?? nearest[0];
  return { game: chosen.revision.game, revisions: nearest.map((each) => each.revision.id) };
}

/** Replays a match in one revision for as long as the printed replay agrees with the text. */
class RevisionCandidate {
  readonly revision: AnyRevision;
  /** Number of characters of the text that this revision has reproduced so far. */
  agreed = 0;
  agrees = true;
  isAtEnd = false;
  private readonly text: string;
  private readonly steps: Iterator<ReplayStep<unknown, unknown>, void>;

  constructor(revision: AnyRevision, text: string) {
    this.revision = revision;
    this.text = text;
    this.steps = this.play();
  }

  /** Plays one round. */
  advance(): void {
    if (this.isAtEnd) return;
    const { value: step } = this.steps.next();
    this.isAtEnd = step === undefined;
    if (step?.phase === 'problem') this.agrees = false;
  }

  private *play(): Generator<ReplayStep<unknown, unknown>, void> {
    const { game } = this.revision;
    const opened = game.replay.open(this.text);
    if (!opened.ok) {
      yield { phase: 'problem', problem: opened.problem };
      return;
    }
    const { board, info } = opened.value;
    const state = new MatchChance(game, info).start(board);
    this.compare(game.replay.head(board, info, state));
    for (const step of playReplay(game, opened.value, state)) {
      if (step.phase === 'asked') continue;
      if (step.phase === 'played') this.compare(game.replay.round(step.asked, state, step.record));
      yield step;
    }
  }

  private compare(printed: string): void {
    const { text } = this;
    if (!this.agrees) return;
    this.agrees = text.startsWith(printed, this.agreed);
    if (this.agrees) this.agreed += printed.length;
    else for (let at = 0; at < printed.length && printed[at] === text[this.agreed]; at++) this.agreed++;
  }
}
