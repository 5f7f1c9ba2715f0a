import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { UsageError } from '@ludus/shell/exit.ts';
import type { AgentRecord } from './agent.ts';
import type { LeagueFolder } from './folder.ts';
import type { LeagueBot } from './sources.ts';

/** The word before `=` at the beginning of a command, which a shell would take for a variable. */
const WORD = /^[^\s='"`$]+(?==)/;

/**
 * By bot, the command of its agent: the one that is given for it (`NAME=COMMAND`), or else the one for all bots. A built-in bot has
 * none. Throws a `UsageError` for any other name.
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
      throw new UsageError(`two commands are for ${word ?? 'all bots'}: ${other} and ${command}`);
    given.set(word, command);
  }
  return new Map(
    able.flatMap((name): [string, string][] => {
      const command = given.get(name) ?? given.get(undefined);
      return command === undefined ? [] : [[name, command]];
    }),
  );
}

/** How the agent of a bot ended in a round. */
export interface EndedAgent {
  readonly round: number;
  readonly name: string;
  readonly agent: AgentRecord;
}

/** Describes an agent that failed, without a full stop. `times`: in how many rounds, if several are meant. */
export function agentFailure(folder: LeagueFolder, { round, name, agent }: EndedAgent, times = ''): string {
  const log = join(folder.round(round), 'agents', `${name}.log`);
  const look = existsSync(log) ? `; its output is in ${relative('.', log)}` : '';
  return `agent of ${name} failed${times}: ${agent.sentence}${look}`;
}

/** A line for each bot whose agent failed in one of the rounds from 1 to `rounds`. */
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
