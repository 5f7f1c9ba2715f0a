import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { PlayerFault } from '@ludus/game/player-runner.ts';
import { expect, onTestFinished, test } from 'vitest';
import { descendants } from '../budget/accounting.ts';
import type { SessionLimits } from './limits.ts';
import { ProcessSession } from './process-session.ts';

/** Plays rounds against a shell script; returns the lines of every answer, then the fault, if any. */
async function play(script: string, session: Partial<SessionLimits> = {}, rounds = 3) {
  const log: string[] = [];
  const player = new ProcessSession(
    'Bot',
    { program: 'sh', args: ['-c', script] },
    { folder: '/', session, log: (text) => log.push(text) },
  );
  const answers: string[][] = [];
  let fault: string | undefined;
  let sentence: string | undefined;
  try {
    for (let round = 0; round < rounds; round++) {
      const answer: string[] = [];
      await player.ask(`question ${round}\n`, (line) => {
        if (line === 'bad') throw new PlayerFault('protocol', 'Bot wrote "bad".');
        answer.push(line);
        return line === '-1';
      });
      answers.push(answer);
    }
  } catch (error) {
    if (!(error instanceof PlayerFault)) throw error;
    fault = error.fault;
    sentence = error.message;
  }
  const used = player.used();
  await player.close();
  expect(descendants(process.pid)).toEqual([process.pid]);
  return { answers, fault, sentence, used, log };
}

const ECHO = 'while read line; do echo "$line"; echo "saw $line" >&2; echo -1; done';
const cpu = { cpuMs: 100, per: 'match', startMs: 50 } as const;

test('a session asks questions, and reads the answers and the log of each round', async () => {
  const { answers, fault, used, log } = await play(ECHO);
  expect(answers).toEqual([0, 1, 2].map((round) => [`question ${round}`, '-1']));
  expect({ fault, used, log }).toEqual({
    fault: undefined,
    used: undefined,
    log: ['saw question 0', 'saw question 1', 'saw question 2'],
  });
});

test('the log that is written before an answer belongs to its round, even if it is read later', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'session-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const untilThere = (file: string) => {
    while (!existsSync(join(folder, file)));
  };
  const script = `read line; while [ ! -e start ]; do :; done; echo one; touch asked; while [ ! -e continue ]; do :; done
echo saw >&2; echo -1; touch answered; read line`;
  const log: string[] = [];
  const player = new ProcessSession(
    'Bot',
    { program: 'sh', args: ['-c', script] },
    { folder, session: {}, log: (text) => log.push(text) },
  );
  const answered = player.ask('question\n', (line) => line === '-1');
  // The event loop finds the message and the first line together. The player writes the rest while the message is
  // received, so the whole answer is read in this turn, and the log is not.
  await setImmediate();
  const { port1, port2 } = new MessageChannel();
  const received = new Promise<void>((done) => {
    port1.onmessage = () => {
      writeFileSync(join(folder, 'continue'), '');
      untilThere('answered');
      done();
    };
  });
  port2.postMessage('');
  writeFileSync(join(folder, 'start'), '');
  untilThere('asked');
  await received;
  await answered;
  port1.close();
  expect(log).toEqual(['saw']);
  await player.close();
});

test.each([
  ['whose answer is invalid', 'read line; echo last words >&2; echo bad; read line', {}, 'Bot wrote "bad".'],
  ['that ends while it starts', 'echo last words >&2; exit 3', { cpu }, 'Bot ended with exit status 3'],
])('the log of a player %s belongs to the round of its failure', async (_, script, session, message) => {
  const log: string[] = [];
  const player = new ProcessSession(
    'Bot',
    { program: 'sh', args: ['-c', script] },
    { folder: '/', session, log: (text) => log.push(text) },
  );
  const refuse = (): never => {
    throw new PlayerFault('protocol', 'Bot wrote "bad".');
  };
  await expect(player.ask('question\n', refuse)).rejects.toThrow(message);
  // The launcher that is killed with the player may add a line.
  expect(log).toEqual([expect.stringMatching(/^last words(?:\nunshare: .*)?$/)]);
  await player.close();
});

test.each([
  ['exit 3', 'crash', 'Bot ended with exit status 3 before the match was over.'],
  ['exit 0', 'disconnect', 'Bot ended before the match was over.'],
  ['read line; kill -SEGV $$', 'crash', 'Bot was killed by signal SIGSEGV (it accessed memory that isn’t its own).'],
  ['read line; echo bad; read line', 'protocol', 'Bot wrote "bad".'],
  ['printf "%s\\n" -1 -1; cat >/dev/null', 'protocol', 'Bot wrote an answer before it was asked.'],
  ['kill -STOP $$', 'time', 'Bot stopped itself and did not answer.'],
  ['exec >&-; sleep 1000', 'disconnect', 'Bot closed its standard output before the match was over.'],
  ['exec <&-; sleep 1000', 'disconnect', 'Bot closed its standard input before the match was over.'],
  ['sleep 1000', 'time', 'Bot did not answer: it slept for 0.3 s without using CPU time.'],
  ['while :; do :; done', 'time', 'Bot used up its budget of 0.1 s of CPU time.'],
  ['yes -- 0 m 0 1', 'flood', 'Bot wrote more than 64 KiB in one answer.'],
  ['yes >&2', 'flood', 'Bot wrote more than 1 MiB to its log (standard error).'],
  ['/no/such/program', 'crash', 'Bot could not be started: its program was not found.'],
])('the session of “%s” ends with the fault %s', async (script, fault, sentence) => {
  // Only the loop has a budget, because the other verdicts must not depend on the load of the machine.
  const limits = { asleepMs: 300, answerBytes: 65536, errorBytes: 2 ** 20, processes: 20 };
  const result = await play(script, script.startsWith('while') ? { ...limits, cpu } : limits);
  expect(result).toMatchObject({ fault, sentence });
});

test('a player that keeps too many processes ends with the fault flood', async () => {
  const script = 'i=0; while [ $i -lt 30 ]; do sleep 1000 & i=$((i+1)); done; wait';
  const { fault, sentence } = await play(script, { processes: 20 });
  expect({ fault, sentence }).toEqual({ fault: 'flood', sentence: 'Bot ran more than 20 processes at once.' });
});

test('a fork bomb ends with the fault flood, or crashes if the kernel’s limit stops it before a check', async () => {
  const { fault, sentence } = await play('f() { f | f & f; }; f', { processes: 20 });
  expect(`${fault}: ${sentence}`).toMatch(
    /^(?:flood: Bot ran more than 20 processes at once\.|crash: Bot ended with exit status 2 before .*)$/s,
  );
});

test('a player is charged for its child processes, including those that ended or run between questions', async () => {
  const burn = 'i=0; while [ $i -lt 3000000 ]; do i=$((i+1)); done';
  const ended = await play(`read line; echo -1; read line; (${burn}); echo -1`, { cpu });
  expect(ended.fault).toBe('time');
  const behind = await play(`(sh -c "read line; ${burn}" </dev/null; ${burn}) & ${ECHO}`, { cpu }, 100_000);
  expect(behind.fault).toBe('time');
});

test('a player can ask for its remaining budget', async () => {
  const script = 'read line; echo budget; read left; echo "$left" >&2; echo -1';
  expect((await play(script, { cpu }, 1)).log).toEqual([expect.stringMatching(/^budget 0\.(0\d{3}|1000) 0\.1000$/)]);
  expect((await play(script, {}, 1)).log).toEqual(['budget - -']);
});

test('a daemon that a player leaves behind is stopped with the player', async () => {
  const { answers } = await play('setsid sh -c "setsid sleep 1000 & exit" </dev/null >/dev/null 2>&1; echo -1', {}, 1);
  expect(answers).toEqual([['-1']]);
});

test('mapped memory that was only read counts towards a player’s memory', async () => {
  // The program reads one byte of every second MiB of memory that it never writes.
  const script = `read line; perl -e '
    my $at = syscall(${process.arch === 'arm64' ? 222 : 9}, 0, 1 << 37, 1, 0x4022, -1, 0);
    for (my $n = 0; $n < 1 << 16; $n++) { unpack("P1", pack("Q", $at + ($n << 21))) }
    sleep 1000'`;
  const { sentence } = await play(script, { groups: false, memoryBytes: 2 ** 27 }, 1);
  expect(sentence).toBe('Bot used more than 128 MiB of memory.');
});
