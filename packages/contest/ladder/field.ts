import type { LiveVersion } from '../words.ts';
import type { History } from './history.ts';
import type { Random } from './random.ts';

/** Number of games after which a version rests, and plays only as an opponent of others. */
export const REST_AFTER = 200;
/**
 * Maximum rating difference between opponents in Elo, by the approximate ratings. The second value applies if the first
 * leaves no opponents.
 */
const NEAR_NOW = 80;
const NOT_FAR = 150;
/** A version doesn't rest if its number of games is less than this share of the highest number of games. */
const KEEPING_UP = 0.8;
/** Number of games after which versions that have only each other as opponents rest in any case. */
const REST_AT_LAST = 1.2 * REST_AFTER;
/**
 * An opponent may have at most `rest` times as many games as the number after which versions rest. It may also have at
 * most `mean` times the mean number of games, plus two games per seat.
 */
const MAX_MORE = { rest: 1.2, mean: 1.12 };
/**
 * The share of a version's missing games that the version gets in one wave. The version's rating becomes clearer before
 * the version plays the remaining games.
 */
const AT_ONCE = 1 / 2;
/**
 * The first five versions in the table must have played each other, so all candidates for these places meet. By the
 * approximate ratings, the candidates are the first `least` versions, and versions less than `below` Elo below the
 * fifth, up to `most` in total.
 */
const FIRST = { place: 5, least: 12, below: 30, most: 40 };
/**
 * Minimum number of games for a reliable rating. Versions with fewer games aren't paired with top versions, or with
 * versions that are behind.
 */
const KNOWN_AFTER = 24;

interface FieldInput {
  readonly live: readonly LiveVersion[];
  readonly retired: readonly Pick<LiveVersion, 'version' | 'entrant'>[];
  readonly history: History;
  readonly underWay: readonly (readonly number[])[];
  readonly seats: number;
}

/** A version that can be seated. */
interface Player {
  readonly version: number;
  readonly entrant: number;
  readonly rating: number;
  readonly isLive: boolean;
  /** Decides ties; the lower value comes first. */
  readonly order: number;
  /** Number of games: finished games, games in the running wave, and games in the wave that is being drawn. */
  games: number;
  /** Number of the version's tables in the wave that is being drawn. */
  tables: number;
  /** Number of tables that the version gets in a wave before the other versions get their tables. */
  atOnce: number;
  /** The version's opponents in the running wave and in the wave that is being drawn, once per match. */
  readonly meets: number[];
  /** Number of the version's meetings with the versions at the table that is being filled. */
  met: number;
}

/** Returns true if `one` comes before `other`. */
type ComparePlayers = (one: Player, other: Player) => boolean;

/**
 * The versions while a wave is drawn, with the games and tables that they have so far. The class is optimised for
 * speed, since it draws waves of 10,000 versions.
 */
export class Field {
  private readonly live: readonly Player[];
  private readonly liveByRating: readonly Player[];
  private readonly retiredByRating: readonly Player[];
  private readonly players = new Map<number, Player>();
  private readonly history: History;
  private readonly seats: number;
  /** Number of games after which a version rests, and number of games after which it can't be an opponent. */
  private readonly rest: number;
  private readonly ceiling: number;
  /** Mean number of games of a live version. */
  private readonly mean: number;
  private readonly hosts: Readonly<Record<'behind' | 'missing', PlayerHeap>>;

  constructor({ live, retired, history, underWay, seats }: FieldInput, random: Random) {
    const inOrder = <T extends Pick<LiveVersion, 'version'>>(list: readonly T[]) =>
      list.toSorted((one, other) => one.version - other.version);
    this.history = history;
    this.seats = seats;
    const playerOf =
      (isLive: boolean) =>
      ({ version, entrant }: Pick<LiveVersion, 'version' | 'entrant'>, order: number): Player => {
        const [games, rating] = [history.games(version), history.rating(version)];
        const player = { version, entrant, rating, isLive, order, games, tables: 0, atOnce: 1, meets: [], met: 0 };
        this.players.set(version, player);
        return player;
      };
    // The versions are shuffled, so that chance decides ties.
    const own = random.shuffled(inOrder(live.filter(({ builtin }) => builtin === undefined)));
    const known = inOrder(retired).filter(({ version }) => history.games(version) >= KNOWN_AFTER);
    const gone = known.map(playerOf(false));
    this.live = own.map(playerOf(true));
    this.liveByRating = this.live.toSorted((one, other) => one.rating - other.rating);
    this.retiredByRating = gone.toSorted((one, other) => one.rating - other.rating);
    for (const match of underWay) this.play(match, 1);
    const most = this.live.reduce((games, player) => Math.max(games, player.games), 0);
    const mean = this.live.reduce((sum, player) => sum + player.games, 0) / this.live.length;
    this.mean = mean;
    const keepingUp = Math.max(REST_AFTER, KEEPING_UP * most);
    const standIns = new Set(gone.map(({ entrant }) => entrant));
    // The cap is for versions that have only each other as opponents. They all play the same number of games, so they
    // would never rest without the cap.
    this.rest = standIns.size < seats ? Math.min(keepingUp, REST_AT_LAST) : keepingUp;
    this.ceiling = Math.min(MAX_MORE.rest * this.rest, MAX_MORE.mean * mean + 2 * seats);
    for (const player of this.live) player.atOnce = Math.max(1, Math.ceil((AT_ONCE * (mean - player.games)) / seats));
    this.hosts = {
      behind: new PlayerHeap(this.live, (player) => player.games >= this.rest || player.tables >= player.atOnce),
      missing: new PlayerHeap(this.live, (player) => player.games >= this.rest),
    };
  }

  /**
   * Returns the version that needs a table most, among the versions that are behind the others, or among all versions
   * that may not rest yet. Undefined if there is none.
   */
  host(need: 'behind' | 'missing'): number | undefined {
    return this.hosts[need].first()?.version;
  }

  /**
   * Returns tables of top versions that have never met: two versions, and other versions that haven't met any version
   * at the table. Excludes versions with very few games.
   */
  strangers(most: number): number[][] {
    if (this.live.length < this.seats) return [];
    const enough = Math.max(KNOWN_AFTER, this.mean / 2);
    const known = this.live.filter(({ version }) => this.history.games(version) >= enough);
    known.sort((a, b) => b.rating - a.rating);
    const low = (known[FIRST.place - 1]?.rating ?? 0) - FIRST.below;
    const best = known.filter(({ rating }, i) => i < FIRST.least || (i < FIRST.most && rating >= low));
    const found: Player[][] = [];
    const met = (one: Player, other: Player) =>
      one === other ||
      this.history.rivalsOf(one.version).includes(other.version) ||
      one.meets.includes(other.version) ||
      found.some((table) => table.includes(one) && table.includes(other));
    for (const [i, one] of best.entries())
      for (const other of best.slice(i + 1)) {
        if (found.length === most || met(one, other)) continue;
        const table = [one, other];
        for (const third of best)
          if (table.length < this.seats && !table.some((each) => met(each, third))) table.push(third);
        found.push(table);
      }
    return found.map((table) => table.map(({ version }) => version));
  }

  /**
   * Returns opponents for the free seats at the table. An entrant has at most one version at a table. `isOpen`: accepts
   * any version with few games.
   */
  rivals(begun: readonly number[], isOpen: boolean): number[] {
    const table = begun.map((version) => this.players.get(version)!);
    const touched: Player[] = [];
    for (const player of table) this.countMet(player, touched);
    while (table.length < this.seats) {
      const rival = this.rival(table, isOpen);
      if (rival === undefined) break;
      table.push(rival);
      this.countMet(rival, touched);
    }
    for (const player of touched) player.met = 0;
    return table.slice(begun.length).map(({ version }) => version);
  }

  private rival(table: readonly Player[], isOpen: boolean): Player | undefined {
    const { liveByRating: live, retiredByRating: retired, ceiling, seats } = this;
    const isFree = (player: Player) => table.every(({ entrant }) => entrant !== player.entrant);
    // A version with few opponents of similar strength must not play many more games than the other versions.
    const isSpared = (player: Player) => player.games + seats <= ceiling && isFree(player);
    const low = Math.min(...table.map(({ rating }) => rating));
    const high = Math.max(...table.map(({ rating }) => rating));
    const range = { low, high };
    const far = ({ rating }: Player) => Math.max(high - rating, rating - low);
    const nearer: ComparePlayers = (one, other) => {
      const [own, theirs] = [far(one), far(other)];
      return own === theirs ? one.order < other.order : own < theirs;
    };
    const stranger: ComparePlayers = (one, other) => (one.met === other.met ? nearer(one, other) : one.met < other.met);
    // Accepts any version with a near rating. If only the nearest versions met, the results wouldn't connect strong and
    // weak versions.
    const any: ComparePlayers = (one, other) => (one.met === other.met ? one.order < other.order : one.met < other.met);
    const fewer: ComparePlayers = (one, other) =>
      one.games === other.games ? any(one, other) : one.games < other.games;
    // Prefers versions with a near rating and few games, then replaced versions, and finally versions whose rating
    // isn't too far away.
    return (
      (isOpen ? first(live, range, Infinity, isSpared, fewer) : undefined) ??
      first(live, range, NEAR_NOW, isSpared, fewer) ??
      first(retired, range, NEAR_NOW, isFree, stranger) ??
      first(live, range, NOT_FAR, isSpared, nearer) ??
      first(retired, range, NOT_FAR, isFree, nearer) ??
      first(live, range, Infinity, isSpared, nearer) ??
      first(retired, range, Infinity, isFree, nearer) ??
      first(live, range, Infinity, isFree, fewer)
    );
  }

  /**
   * Counts the meetings of all other versions with this version. Meetings in finished matches are included only if both
   * versions are live.
   */
  private countMet({ version, isLive, meets }: Player, touched: Player[]): void {
    const count = (rival: Player | undefined) => {
      if (rival === undefined) return;
      if (rival.met++ === 0) touched.push(rival);
    };
    if (isLive)
      for (const rival of this.history.rivalsOf(version)) {
        const player = this.players.get(rival);
        if (player?.isLive) count(player);
      }
    for (const rival of meets) count(this.players.get(rival));
  }

  /** Records a new table with these versions, which play one match per seat. */
  seated(table: readonly number[]): void {
    for (const version of new Set(table)) {
      const player = this.players.get(version);
      if (player) player.tables++;
    }
    this.play(table, this.seats);
  }

  private play(versions: readonly number[], times: number): void {
    const all = new Set(versions);
    for (const version of all) {
      const player = this.players.get(version);
      if (!player) continue;
      player.games += times;
      for (const other of all) if (other !== version) for (let i = 0; i < times; i++) player.meets.push(other);
    }
  }
}

interface Range {
  readonly low: number;
  readonly high: number;
}

/**
 * Returns the first player in the order of `before` that is allowed, and whose rating is within `most` Elo of both ends
 * of the range. `list`: sorted by rating.
 */
function first(
  list: readonly Player[],
  { low, high }: Range,
  most: number,
  isAllowed: (player: Player) => boolean,
  before: ComparePlayers,
): Player | undefined {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (high - list[middle].rating > most) from = middle + 1;
    else to = middle;
  }
  let best: Player | undefined;
  for (let i = from; i < list.length && list[i].rating - low <= most; i++)
    if ((best === undefined || before(list[i], best)) && isAllowed(list[i])) best = list[i];
  return best;
}

/**
 * A heap of the players that wait for a table, with the fewest games first. If a player has got games since it was
 * added to the heap, it moves down when it reaches the top.
 */
class PlayerHeap {
  private readonly heap: { readonly player: Player; games: number }[];
  private readonly hasEnough: (player: Player) => boolean;

  /** `hasEnough`: after it has returned true for a player, it always returns true for this player. */
  constructor(players: readonly Player[], hasEnough: (player: Player) => boolean) {
    this.hasEnough = hasEnough;
    this.heap = players
      .map((player) => ({ player, games: player.games }))
      .sort((one, other) => one.games - other.games || one.player.order - other.player.order);
  }

  first(): Player | undefined {
    const { heap, hasEnough } = this;
    while (heap.length > 0) {
      const [top] = heap;
      if (hasEnough(top.player)) {
        const last = heap.pop()!;
        if (heap.length === 0) return undefined;
        heap[0] = last;
      } else if (top.games === top.player.games) return top.player;
      else top.games = top.player.games;
      this.sink();
    }
    return undefined;
  }

  private sink(): void {
    const { heap } = this;
    const isBefore = (one: number, other: number) =>
      heap[one].games - heap[other].games || heap[one].player.order - heap[other].player.order;
    for (let at = 0; ; ) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < heap.length && isBefore(child, least) < 0) least = child;
      if (least === at) return;
      [heap[at], heap[least]] = [heap[least], heap[at]];
      at = least;
    }
  }
}
