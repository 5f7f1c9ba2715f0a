import { expect, test } from 'vitest';
import { agentCommands } from './agents.ts';
import type { LeagueBot } from './sources.ts';

const BOTS: readonly LeagueBot[] = [
  { name: 'amy', kind: 'folder', source: '/bots/amy' },
  { name: 'x=1', kind: 'file', source: '/bots/x=1.py' },
  { name: 'Moth', kind: 'built-in', source: 'Moth' },
];
const commands = (...given: string[]) => Object.fromEntries(agentCommands(BOTS, given));

test('a bot has its own agent command or the default command, and a built-in bot has no agent', () => {
  expect(commands()).toEqual({});
  expect(commands('sh all.sh', 'x=1=sh own.sh')).toEqual({ amy: 'sh all.sh', 'x=1': 'sh own.sh' });
  for (const all of ['env A=1 sh all.sh', '[ "$A" = 1 ]', '"$B"=1', 'sh all.sh --level=2'])
    expect(commands(all)).toEqual({ amy: all, 'x=1': all });
});

test.each([
  [['amy2=sh x.sh'], '--agent amy2=… doesn’t name a bot of the league: choose amy or x=1, or write env amy2=… to set'],
  [['./amy=sh x.sh'], '--agent ./amy=… doesn’t name a bot of the league'],
  [['Moth=sh x.sh'], '--agent Moth=… names a built-in bot, which never changes: choose amy or x=1'],
  [['amy=a', 'amy=b'], 'there are two commands for amy: a and b'],
  [['a', 'b'], 'there are two commands for all bots: a and b'],
])('agentCommands rejects %j', (given, sentence) => {
  expect(() => commands(...given)).toThrow(sentence);
});

test('agentCommands suggests no bot when all bots are built-in', () => {
  expect(() => agentCommands(BOTS.slice(2), ['amy=a'])).toThrow(
    'doesn’t name a bot of the league: this league has no bot that an agent can change',
  );
});
