import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { UsageError } from '@ludus/shell/exit.ts';
import type { AgentRecord } from './agent.ts';
import type { LeagueFolder } from './folder.ts';
import type { LeagueBot } from './sources.ts';

/** Matches the word before `=` at the start of a command. A shell would read this word as a variable. */
const WORD = /^[^\s='"`$]+(?==)/;

/**
 * Returns the command of each bot's agent: its separate command (`NAME=COMMAND`), otherwise the command for all bots. A
 * built-in bot has no agent. Throws a `UsageError` for any other name.
 */
export function agentCommands(bots: readonly LeagueBot[], commands: readonly string[]): ReadonlyMap<string, string> {
  const able = bots.filter(({ kind }) => kind !== 'built-in').map(({ name }) => name);
  const given = new Map<string | undefined, string>();
  for (const text of commands) {
    const word = bots.find(({ name }) => text.startsWith(`${name}=`))?.name ?? WORD.exec(text)?.[0];
    if (word !== undefined && !able.includes(word)) {
      const isBuiltIn = bots.some(({ name }) => name === word);
      const what = isBuiltIn ? 'names a built-in bot, which never changes' : 'doesn’t name a bot of the league';
      const choice =
        able.length > 0 ? `choose ${able.join(' or ')}` : 'this league has no bot that an agent can change';
      throw new UsageError(`--agent ${word}=… ${what}: ${choice}, or write env ${word}=… to set a variable`);
    }
    const command = word === undefined ? text : text.slice(word.length + 1);
    const other = given.get(word);
    if (other !== undefined)
      throw new UsageError(`there are two commands for ${word ?? 'all bots'}: ${other} and ${command}`);
    given.set(word, command);
  }
  return new Map(
    able.flatMap((name): [string, string][] => {
      const command = given.get(name) ?? given.get(undefined);
      return command === undefined ? [] : [[name, command]];
    }),
  );
}

/** The outcome of one bot's agent in one round. */
export interface EndedAgent {
  readonly round: number;
  readonly name: string;
  readonly agent: AgentRecord;
}

/**
 * Describes an agent's failure in a sentence without a full stop. `times`: the number of rounds, if there are several.
 */
export function agentFailure(folder: LeagueFolder, { round, name, agent }: EndedAgent, times = ''): string {
  const log = join(folder.round(round), 'agents', `${name}.log`);
  const look = existsSync(log) ? `; its output is in ${relative('.', log)}` : '';
  return `agent of ${name} failed${times}: ${agent.sentence}${look}`;
}

/** Returns one line for each bot whose agent failed in at least one of the rounds from 1 to `rounds`. */
export function failedAgents(folder: LeagueFolder, rounds: number): string[] {
  const failed = new Map<string, EndedAgent[]>();
  for (let round = 1; round <= rounds; round++) {
    const entries = folder.read('entries', join(folder.round(round), 'entries.json'))?.bots ?? [];
    for (const { name, agent } of entries)
      if (agent && agent.end !== 'done') failed.set(name, [...(failed.get(name) ?? []), { round, name, agent }]);
  }
  return [...failed.values()].map((times) => {
    const often = ` in ${times.length} of ${rounds} rounds, first in round ${times[0].round}`;
    return `The ${agentFailure(folder, times[0], often)}`;
  });
}
