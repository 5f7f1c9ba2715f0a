import { seatSides } from '@ludus/game/teams.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { commitmentOf, frozenHash, sha256OfText } from '../chance.ts';
import { resultFrom } from '../result.ts';
import { after, due, roundOf, start } from '../round.ts';
import type { Results, RoundMatch, RoundResult, RoundSetup, RoundState } from '../state.ts';
import type { RoundTerms } from '../terms.ts';
import type { MatchLine, RoundExport } from './lines.ts';
import { standingLines } from './make.ts';

/** The result of computing a round again, or the first difference from the export as a message. */
export type CheckResult =
  | { readonly kind: 'ok'; readonly state: RoundState; readonly results: Results }
  | { readonly kind: 'differs'; readonly sentence: string };

/** Reports the first difference that a check finds. */
class DifferenceError extends Error {}
const differs = (sentence: string): never => {
  throw new DifferenceError(sentence);
};

/**
 * Recomputes everything that is derived from an export's terms, entrants, secret, and results: commitment, keys,
 * tables, advancing entrants, the final table, and its marks. `checkReplay` checks the results against the replays.
 *
 * @param published the commitment published before the deadline, if known
 */
export function checkExport(round: RoundExport, published?: string): CheckResult {
  try {
    checkHead(round, published);
    checkEntrants(round);
    checkNames(round);
    checkModules(round);
    const setup = setupOf(round);
    const { state, results } = checkMatches(setup, round.matches);
    checkWithdrawals(setup, state, round.matches);
    checkStandings(state, round);
    return { kind: 'ok', state, results };
  } catch (error) {
    if (!(error instanceof DifferenceError)) throw error;
    return { kind: 'differs', sentence: error.message };
  }
}

function setupOf({ head, entrants, withdrawals }: RoundExport): RoundSetup {
  const { terms, secret, frozen } = head;
  const withdrawn = withdrawals.map(({ entrant, stage }) => ({ entrant, stage: stage - 1 }));
  return { terms, entrants, withdrawn, chance: { secret, frozen } };
}

function checkHead({ head, entrants }: RoundExport, published: string | undefined): void {
  if (published !== undefined && published.toLowerCase() !== head.commitment)
    differs(`the published commitment is ${published}, but the export has ${head.commitment}`);
  const commitment = commitmentOf(head.secret);
  if (commitment !== head.commitment)
    differs(`the secret doesn’t match the commitment: its hash is ${commitment}, not ${head.commitment}`);
  const frozen = frozenHash(head.terms, entrants);
  if (frozen !== head.frozen)
    differs(`the terms or submissions don’t match their frozen hash: it should be ${frozen}, not ${head.frozen}`);
}

function checkEntrants({ entrants }: RoundExport): void {
  const seen = new Set<string>();
  for (const { entrant, submission } of entrants)
    for (const key of [`entrant ${entrant}`, `submission ${submission}`])
      if (seen.has(key)) differs(`${key} takes part twice`);
      else seen.add(key);
}

function checkNames({ entrants, names }: RoundExport): void {
  const known = new Set(entrants.map(({ entrant }) => entrant));
  let before = 0;
  for (const { entrant } of names?.names ?? []) {
    if (entrant <= before) differs(`the name of entrant ${entrant} is out of order`);
    before = entrant;
    if (!known.has(entrant)) differs(`entrant ${entrant} has a name, but does not take part`);
  }
}

function checkModules({ entrants, modules }: RoundExport): void {
  const known = new Set(entrants.map(({ module }) => module));
  let before = '';
  for (const { sha256: name, base64 } of modules) {
    if (name <= before) differs(`module ${name} is out of order`);
    before = name;
    if (!known.has(name)) differs(`module ${name} belongs to no entrant`);
    const bytes = bytesOf(base64);
    if (bytes === undefined) differs(`module ${name} is not valid base64`);
    else if (bytesToHex(sha256(bytes)) !== name) differs(`module ${name} was changed: its hash differs from its name`);
  }
}

/** Decodes base64; undefined if the text isn't valid or isn't the canonical encoding. */
export function bytesOf(base64: string): Uint8Array | undefined {
  try {
    const binary = atob(base64);
    if (btoa(binary) !== base64) return undefined;
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Plans the round again, wave by wave, and compares each match with its line. */
function checkMatches(
  setup: RoundSetup,
  lines: readonly MatchLine[],
): { readonly state: RoundState; readonly results: Results } {
  checkSize(setup, lines.length);
  lines.forEach(({ match }, at) => {
    if (match === at + 1) return;
    if (match <= at) differs(`match ${match} appears twice or is out of order`);
    differs(`match ${at + 1} is missing`);
  });
  const results = new Map<number, RoundResult>();
  let state = start(setup);
  while (state.open !== undefined) {
    for (const match of due(state, results)) {
      const line = lines[match.number - 1];
      if (line === undefined) return differs(`match ${match.number} is missing: the final is not over`);
      checkPlan(match, line, setup.terms);
      results.set(match.number, resultOf(match, line, setup.terms));
    }
    state = after(state, results);
  }
  if (lines.length > state.matches.length)
    differs(`match ${state.matches.length + 1} isn’t part of this final: the final was over before that match`);
  return { state, results };
}

/**
 * Checks the number of matches before hours are spent on planning, since terms may require more matches than can be
 * played.
 */
function checkSize({ terms, entrants, withdrawn }: RoundSetup, matches: number): void {
  const { format, seats } = terms;
  if (format.kind !== 'last-out' && (format.kind !== 'round-robin' || seats === 2)) return;
  const least = Math.floor(((entrants.length - withdrawn.length) * format.matches) / seats);
  if (entrants.length > withdrawn.length + 1 && matches < least)
    differs(`match ${matches + 1} is missing: the first stage has at least ${least} matches`);
}

function checkPlan(match: RoundMatch, line: MatchLine, { teams }: RoundTerms): void {
  const { number } = match;
  const seats = seatSides(match.seats, teams);
  if (line.board !== match.board) differs(`match ${number} should be on board ${match.board}, not ${line.board}`);
  if (line.key !== match.seed) differs(`match ${number} should have the key ${match.seed}, not ${line.key}`);
  if (line.seats.length !== seats.length)
    differs(`match ${number} should have ${seats.length} players, not ${line.seats.length}`);
  seats.forEach((version, seat) => {
    if (line.seats[seat] !== version)
      differs(`match ${number} should have ${called(version)} in seat ${seat}, not ${called(line.seats[seat])}`);
  });
}

const called = (version: number): string => (version < 0 ? `filler ${-version}` : `submission ${version}`);

function resultOf(match: RoundMatch, { result, text, sum }: MatchLine, { teams }: RoundTerms): RoundResult {
  const { number } = match;
  const seats = teams?.length ?? match.seats.length;
  if (sum !== (text === null ? null : sha256OfText(text)))
    differs(`match ${number} was changed: the hash of its text differs`);
  if (result === null) {
    if (text !== null) differs(`match ${number} was annulled, but its text isn’t null`);
    return 'annulled';
  }
  const { scores, out, replay } = result;
  if (text !== null && replay === null) differs(`the text of match ${number} isn’t null, but its replay has no hash`);
  if (scores.length !== seats) differs(`match ${number} should have ${seats} scores, not ${scores.length}`);
  if (out.some((seat, i) => seat >= seats || (i > 0 && seat <= out[i - 1])))
    differs(`match ${number}: the disqualified seats ${out.join(', ')} must be ascending and below ${seats}`);
  return resultFrom(match, { scores, out }, teams);
}

/** Checks that each withdrawn entrant was active, and that the round wasn't over. */
function checkWithdrawals(setup: RoundSetup, state: RoundState, lines: readonly MatchLine[]): void {
  const left = new Map(standingLines(state).map(({ entrant, withdrew }) => [entrant, withdrew]));
  const seen = new Set<number>();
  for (const { entrant, stage } of setup.withdrawn) {
    if (seen.has(entrant)) differs(`entrant ${entrant} withdrew twice`);
    seen.add(entrant);
    if (left.get(entrant) !== stage + 1) differs(`entrant ${entrant} could not withdraw before stage ${stage + 1}`);
  }
  const atTheEnd = setup.withdrawn.find(({ stage }) => stage === state.closed.length);
  if (atTheEnd === undefined) return;
  const withdrawn = setup.withdrawn.filter(({ stage }) => stage < state.closed.length);
  const results = new Map(
    state.matches.map((match) => [match.number, resultOf(match, lines[match.number - 1], setup.terms)]),
  );
  if (roundOf({ ...setup, withdrawn }, results).open === undefined)
    differs(`entrant ${atTheEnd.entrant} could not withdraw: the final was over`);
}

function checkStandings(state: RoundState, { standings }: RoundExport): void {
  const table = standingLines(state);
  for (const [at, line] of table.entries()) {
    const said = standings[at];
    if (said === undefined)
      throw new DifferenceError(`line ${at + 1} of the table is missing (entrant ${line.entrant})`);
    for (const [field, value] of Object.entries(line)) {
      const found = said[field as keyof typeof said];
      if (found !== value) differs(`line ${at + 1} of the table should have ${field} ${value}, not ${found}`);
    }
  }
  if (standings.length > table.length)
    differs(`the table has ${standings.length} lines, but ${table.length} entrants take part`);
}
