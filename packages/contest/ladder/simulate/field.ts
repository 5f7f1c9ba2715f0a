import type { LiveVersion } from '../../words.ts';
import type { Random } from '../random.ts';

/** An event in the field. The event's time is in seconds from the contest's start. */
export interface FieldEvent {
  readonly at: number;
  readonly kind: 'submit' | 'leave';
  readonly entrant: number;
  /** The submission's number, and the submission's true strength in Elo. */
  readonly version: number;
  readonly strength: number;
}

export interface FieldPlan {
  readonly entrants: number;
  readonly seconds: number;
  /** Seconds after which all entrants have arrived; the first five entrants arrive immediately. */
  readonly arrival: number;
  /** Submissions per hour from each entrant on the first day; on later days, a hundredth of this number. */
  readonly pace: number;
  /** The share (0 to 1) of entrants that leave and are replaced by new entrants. */
  readonly leaving: number;
}

/** Duration of the first day, on which entrants submit most often, in seconds. */
const DAY = 86_400;
const LATER = 1 / 100;
const FIRST_AT_ONCE = 5;
/** Range of the entrants' initial strengths in Elo; each submission changes the strength by a random amount. */
const RANGE = 800;
const [BETTER, MORE_OR_LESS] = [20, 60];

/** Returns a script of entrants that arrive, resubmit, and leave, in chronological order. */
export function scriptField(plan: FieldPlan, random: Random): FieldEvent[] {
  const events: Omit<FieldEvent, 'version'>[] = [];
  const enter = (entrant: number, at: number): void => {
    const isLeaving = random.inside() < plan.leaving;
    const end = isLeaving ? at + random.inside() * (plan.seconds - at) : Number.POSITIVE_INFINITY;
    let strength = (random.inside() - 0.5) * RANGE;
    for (let time = at; time < Math.min(end, plan.seconds); time = next(time, plan.pace, random)) {
      events.push({ at: time, kind: 'submit', entrant, strength });
      strength += BETTER + MORE_OR_LESS * normal(random);
    }
    if (end >= plan.seconds) return;
    events.push({ at: end, kind: 'leave', entrant, strength });
    newcomers.push(end);
  };
  const newcomers: number[] = [];
  for (let i = 0; i < plan.entrants; i++)
    enter(i + 1, i < FIRST_AT_ONCE ? i : FIRST_AT_ONCE + random.inside() * plan.arrival);
  for (let entrant = plan.entrants + 1; newcomers.length > 0; entrant++) enter(entrant, newcomers.shift()!);
  events.sort((one, other) => one.at - other.at || one.entrant - other.entrant);
  let version = 0;
  return events.map((event) => ({ ...event, version: event.kind === 'submit' ? ++version : 0 }));
}

/** Draws the time of the next submission at this pace. */
function next(time: number, pace: number, random: Random): number {
  const wait = (-Math.log(random.inside()) * 3600) / pace;
  if (time + wait <= DAY) return time + wait;
  const inFirstDay = Math.max(0, DAY - time);
  return time + inFirstDay + (wait - inFirstDay) / LATER;
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(random.inside())) * Math.cos(2 * Math.PI * random.inside());
}

/** The live versions, and data about all earlier versions. */
export class LiveField {
  live: LiveVersion[];
  /** The strengths of all versions so far. */
  readonly strengths = new Map<number, number>();
  /** By version: the time when it went live. */
  readonly came = new Map<number, number>();

  constructor(builtins: readonly LiveVersion[], strength: (version: number) => number) {
    this.live = [...builtins];
    for (const { version } of builtins) this.strengths.set(version, strength(version));
  }

  /** `batch`: the first batch that can contain the submission. */
  apply({ at, kind, entrant, version, strength }: FieldEvent, batch: number): void {
    const old = this.live.find((each) => each.entrant === entrant);
    this.live = this.live.filter((each) => each !== old);
    if (kind === 'leave') return;
    const before = old === undefined ? [] : [old.version, ...(old.before ?? [])];
    this.live.push({ version, entrant, since: batch, ...(before.length > 0 && { before }) });
    this.strengths.set(version, strength);
    this.came.set(version, at);
  }

  /** Returns the replaced versions of entrants who haven't left. */
  get retired(): Pick<LiveVersion, 'version' | 'entrant'>[] {
    return this.own.flatMap(({ entrant, before = [] }) => before.map((version) => ({ version, entrant })));
  }

  get own(): LiveVersion[] {
    return this.live.filter(({ builtin }) => builtin === undefined);
  }
}
