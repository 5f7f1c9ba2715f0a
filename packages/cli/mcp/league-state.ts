import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { readLeagueFile, roundFile } from '@ludus/lab/league.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { readText } from '@ludus/shell/files.ts';
import type { WorkFolder } from './folder.ts';

/** A question about a league. */
interface LeagueQuery {
  /** The league's folder; absent for the league that runs this agent. */
  readonly league?: string | undefined;
  /** The round, from 1; absent for the last complete round. */
  readonly round?: number | undefined;
  /** The bot whose digest to show; absent for the agent's own bot. */
  readonly bot?: string | undefined;
}

/**
 * Returns the standings of a round as one line of JSON, followed by a bot's digest. An agent that a league runs finds
 * the league through its environment (docs/league.md). Throws a `UsageError` if there is no such league, round, or bot.
 */
export function leagueState({ league, round, bot }: LeagueQuery, folder: WorkFolder): string {
  const given = process.env.LEAGUE_RESULTS;
  if (league === undefined && given === undefined)
    throw new UsageError('this agent isn’t run by a league: name a league’s folder');
  // Checks every path, because names in a league's files and links in the league's folder may lead anywhere.
  const at = (...way: string[]) =>
    league === undefined ? join(given!, ...way) : join(folder.path, folder.inside(join(league, 'rounds', ...way)));
  const rounds = at();
  const complete = (existsSync(rounds) ? readdirSync(rounds) : [])
    .filter((name) => /^\d+$/.test(name) && existsSync(at(name, 'round.json')))
    .map(Number)
    .sort((one, other) => one - other);
  const wanted = round ?? complete.at(-1);
  if (wanted === undefined) throw new UsageError('the league has no complete round yet');
  if (!complete.includes(wanted)) throw new UsageError(`round ${wanted} isn’t complete: choose ${complete.join(', ')}`);
  const number = String(wanted).padStart(2, '0');
  const read = readLeagueFile(roundFile, readText(at(number, 'round.json')));
  if (!read.ok) throw new UsageError(`round ${wanted} of the league can’t be read: ${read.problem.message}`);
  const { matches, standings } = read.value;
  const state = `${JSON.stringify({ round: wanted, matches, standings })}\n`;
  const name = bot ?? process.env.LEAGUE_BOT;
  if (league === undefined) return `${state}\n${readText(at(number, 'digest.txt'))}`;
  if (name === undefined) return state;
  if (!standings.some((each) => each.name === name))
    throw new UsageError(`the league has no bot ${name}: choose ${standings.map((each) => each.name).join(', ')}`);
  // The tools accept only paths in the folder.
  const digest = readText(at(number, 'digests', `${name}.txt`))
    .replaceAll(/"\$LEAGUE_RESULTS\/([^"]+)"/g, `${posix.join(folder.inside(league), 'rounds')}/$1`)
    .replace(/^look: set LEAGUE_RESULTS .*\n/m, '');
  return `${state}\n${digest}`;
}
