import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LeagueFile, SourceFile } from '@ludus/lab/league.ts';
import { replayName } from '@ludus/lab/results.ts';
import { makeFolder, writeComplete } from '@ludus/shell/files.ts';
import type { AnyKit, Language } from 'ludus/kit.ts';
import { languageOf } from '../bot-files.ts';
import { ludusFolder } from './agent.ts';
import { type LeagueFolder, roundName } from './folder.ts';
import { botFile, type LeagueBot } from './sources.ts';

/** Returns the rules of the league's game and the API of a language, as one text. */
export type RulesText = (language: Language | undefined) => string;

/** The information for an agent. */
export interface Briefing {
  readonly folder: LeagueFolder;
  readonly kit: AnyKit;
  readonly league: LeagueFile;
  readonly round: number;
  readonly bot: LeagueBot;
  readonly files: readonly SourceFile[];
  readonly rules: RulesText;
  /** The folder for the files. */
  readonly info: string;
}

/** Writes the files that an agent may read, and returns the variables of its environment (docs/league.md). */
export function agentBriefing(briefing: Briefing): Record<string, string> {
  const { folder, kit, league, round, bot, files, info } = briefing;
  makeFolder(info);
  const found = botFile(files, bot.name, kit);
  const language = found.ok ? languageOf(found.file) : undefined;
  const known = language !== undefined && kit.samples?.[language] ? language : undefined;
  const rules = join(info, 'rules.md');
  writeComplete(rules, briefing.rules(known));
  const results = join(info, 'rounds');
  for (let before = 1; before < round; before++) copyRound(folder, before, bot, kit, results);
  const digest = join(results, roundName(round - 1), 'digest.txt');
  const path = `${ludusFolder(join(info, 'bin'))}:${process.env.PATH ?? ''}`;
  return {
    PATH: path,
    LEAGUE_GAME: league.game,
    LEAGUE_BOT: bot.name,
    LEAGUE_FILE: found.ok ? found.file : '',
    LEAGUE_ROUND: String(round),
    LEAGUE_ROUNDS: String(league.rounds),
    LEAGUE_RULES: rules,
    LEAGUE_DIGEST: existsSync(digest) ? digest : '',
    LEAGUE_RESULTS: results,
  };
}

/** Copies the standings, results, and digest of a round, and the replays of the bot's own matches. */
function copyRound(folder: LeagueFolder, round: number, bot: LeagueBot, kit: AnyKit, to: string): void {
  const [from, at] = [folder.round(round), join(to, roundName(round))];
  makeFolder(join(at, 'replays'));
  for (const file of ['round.json', 'results.jsonl', `agents/${bot.name}.log`]) {
    const source = join(from, file);
    if (existsSync(source)) copyFileSync(source, join(at, file.replace(/^.*\//, '')));
  }
  const digest = join(from, 'digests', `${bot.name}.txt`);
  if (existsSync(digest)) copyFileSync(digest, join(at, 'digest.txt'));
  for (const { match, players } of folder.results(round)) {
    const replay = replayName(kit.game, match);
    const source = join(folder.replays(round), replay);
    if (players.includes(bot.name) && existsSync(source)) copyFileSync(source, join(at, 'replays', replay));
  }
}
