import type { Fault } from '@ludus/game/game.ts';
import type { SandboxLevel } from '@ludus/runtime/parts.ts';

/** A player that misbehaves, and the verdict that it gets according to `docs/protocol.md`. */
export interface FaultyPlayer {
  /** The player's file in this folder, with its arguments. */
  readonly file: string;
  readonly args?: readonly string[];
  /**
   * The acceptable faults. There are several if the player runs out of memory, because a program then ends in a way
   * that depends on its language. Empty if the player may continue to play.
   */
  readonly faults: readonly Fault[];
  /** A pattern for the message. */
  readonly says?: RegExp;
  /**
   * The number of the question at which the player is disqualified, counted from 1. This number is one more than the
   * round on the board; absent if that varies.
   */
  readonly round?: number;
  /**
   * The player is tested only in a sandbox of this level or above. It attempts a forbidden action, and its log must
   * contain `refused`.
   */
  readonly sandboxed?: SandboxLevel;
  /** Without a sandbox, only control groups with this limit stop the player. */
  readonly needsGroups?: 'time' | 'memory';
  /** Number of rounds in the match, 8 by default. */
  readonly rounds?: number;
  /**
   * The player's CPU time in milliseconds, 200 by default. It is larger if the default would stop the player before the
   * limit under test does.
   */
  readonly cpuMs?: number;
  /** Wall-clock limit for one question in milliseconds, for players that no other limit stops. */
  readonly wallMs?: number;
  /** Wall-clock limit for all questions together, in milliseconds. */
  readonly wallInAllMs?: number;
}

const USED_UP = /used up its budget of 0\.2 s of CPU time/;
const SLEPT = /did not answer: it slept for 0\.4 s without using CPU time/;
const NO_INSTRUCTION = /wrote ".*", which isn’t an instruction/;

const time = (file: string, says: RegExp, round = 4): FaultyPlayer => ({ file, faults: ['time'], says, round });
const protocol = (file: string, says: RegExp = NO_INSTRUCTION, round = 4): FaultyPlayer => ({
  file,
  faults: ['protocol'],
  says,
  round,
});
const harmless = (file: string): FaultyPlayer => ({ file, faults: [] });
/** On a busy machine, Python may use most of the usual budget to start, so these players have more. */
const refused = (file: string, sandboxed: SandboxLevel = 'full'): FaultyPlayer => ({
  file,
  faults: [],
  sandboxed,
  cpuMs: 10_000,
});

/** Signals that end a program by default. */
const SIGNALS = [
  'HUP',
  'INT',
  'QUIT',
  'ILL',
  'TRAP',
  'ABRT',
  'BUS',
  'FPE',
  'KILL',
  'USR1',
  'SEGV',
  'USR2',
  'PIPE',
  'ALRM',
  'TERM',
  'XCPU',
  'XFSZ',
  'SYS',
];

export const FAULTY_PLAYERS: readonly FaultyPlayer[] = [
  { file: 'dies-at-start.sh', faults: ['crash'], says: /ended with exit status 3 before the match was over/, round: 1 },
  { file: 'dies-in-round-100.py', faults: ['crash'], says: /exit status 7/, round: 100, rounds: 102 },
  { file: 'ends-early.py', faults: ['disconnect'], says: /ended before the match was over/, round: 4 },
  { file: 'throws.py', faults: ['crash'], says: /exit status 1/, round: 4 },
  { file: 'fails-to-compile.py', faults: ['crash'], says: /exit status 1/, round: 1 },
  ...SIGNALS.map(
    (signal): FaultyPlayer => ({
      file: 'dies-by-signal.sh',
      args: [signal],
      faults: ['crash'],
      says: new RegExp(`was killed by signal SIG${signal}\\b`),
      round: 1,
    }),
  ),

  time('never-reads.sh', SLEPT, 1),
  time('never-answers.py', SLEPT),
  time('half-a-line.py', SLEPT),
  time('no-end-of-answer.py', SLEPT),
  { ...time('slow-loris.py', /did not answer within 1 s/), wallMs: 1000 },
  time('stops-itself.py', /stopped itself and did not answer/),
  time('waits-for-itself.py', SLEPT),
  time('loops-at-start.py', USED_UP, 1),
  time('loops-in-constructor.py', USED_UP, 1),
  time('loops-forever.py', USED_UP),
  time('ignores-signals.py', USED_UP),
  time('loops-in-child.py', USED_UP),
  time('spends-in-children.py', USED_UP),
  time('spends-in-unseen-children.py', USED_UP),
  { ...time('spends-behind-sleepers.py', USED_UP), needsGroups: 'time' },
  time('lends-its-memory.pl', SLEPT, 1),
  time('lends-its-memory-later.pl', SLEPT, 1),
  { file: 'sleeps-in-every-round.py', faults: ['time'], says: /slept for more than 1\.2 s in total/ },
  { file: 'dawdles.py', faults: ['time'], says: /made the match wait for more than 0\.5 s in total/, wallInAllMs: 500 },
  { file: 'spends-in-threads.py', faults: ['time'], says: /used up its budget/, rounds: 30_000, cpuMs: 50 },
  time('spends-in-system-calls.py', USED_UP),
  { file: 'thinks-when-not-asked.py', faults: ['time'], says: /used up its budget/, rounds: 30_000, cpuMs: 50 },

  { file: 'floods-instructions.py', faults: ['flood'], says: /more than 64 KiB in one answer/, round: 4 },
  { file: 'floods-one-line.py', faults: ['flood'], says: /more than 64 KiB in one answer/, round: 4 },
  { file: 'floods-empty-lines.py', faults: ['flood'], says: /more than 64 KiB in one answer/, round: 4 },
  { file: 'asks-for-its-budget.py', faults: ['flood'], says: /asked for its budget more than 100 times/, round: 4 },
  { file: 'floods-log.py', faults: ['flood'], says: /more than 4 MiB to its log/, round: 4 },
  { file: 'floods-log-one-line.py', faults: ['flood'], says: /more than 4 MiB to its log/, round: 4 },

  protocol('binary-noise.py'),
  protocol('zero-bytes.py'),
  protocol('chats.py', /wrote "I am thinking", which isn’t an instruction/),
  protocol('too-many-words.py'),
  protocol('too-few-words.py'),
  protocol('fractions.py'),
  protocol('hexadecimal.py'),
  protocol('unknown-instruction.py'),
  protocol('talks-json.py'),
  protocol('prototype-words.py'),
  protocol('answers-early.py', /wrote an answer before it was asked/, 5),
  protocol('answers-all-at-once.sh', /wrote an answer before it was asked/, 2),

  harmless('huge-numbers.py'),
  harmless('unknown-directions.py'),
  harmless('commands-others.py'),
  harmless('commands-twice.py'),
  harmless('windows-line-ends.py'),
  harmless('closes-stderr.py'),

  { file: 'closes-input.py', faults: ['disconnect'], says: /closed its standard input/, round: 4 },
  { file: 'closes-output.py', faults: ['disconnect'], says: /closed its standard output/, round: 4 },
  { file: 'closes-everything.py', faults: ['disconnect'], says: /closed its standard output/, round: 4 },

  // On a busy machine, this player may reach the kernel's limit before the watchdog checks.
  { file: 'fork-bomb.sh', faults: ['flood', 'crash', 'time'], round: 1 },
  { file: 'many-children.sh', faults: ['flood'], says: /more than 20 processes at once/, round: 1 },
  {
    file: 'keeps-children.py',
    faults: ['flood'],
    says: /more than 20 processes at once/,
    rounds: 30_000,
    cpuMs: 10_000,
  },
  harmless('leaves-children.py'),
  harmless('leaves-daemon.py'),
  { file: 'ends-before-its-child.py', faults: ['disconnect'], says: /ended before the match was over/, round: 4 },
  { file: 'kills-its-group.py', faults: ['crash'], says: /was killed by signal SIGKILL/, round: 4 },
  harmless('will-not-end.py'),

  { file: 'allocates-everything.py', faults: ['memory', 'crash'], round: 4, cpuMs: 10_000 },
  {
    file: 'allocates-in-children.py',
    faults: ['memory'],
    says: /more than 256 MiB of memory/,
    round: 4,
    cpuMs: 10_000,
  },
  ...['allocates-at-start.py', 'holds-shared-memory.py', 'holds-memory-in-files.py', 'hides-shared-memory.py'].map(
    (file): FaultyPlayer => ({
      file,
      faults: ['memory'],
      says: /used more than 256 MiB of memory/,
      round: 1,
      cpuMs: 10_000,
      ...(file.startsWith('hides') && process.getuid?.() !== 0 && { needsGroups: 'memory' }),
    }),
  ),
  { file: 'allocates-at-once.py', faults: ['crash'], says: /exit status 1/, round: 4 },
  { file: 'recurses.js', faults: ['crash'], round: 1 },
  { file: 'worker-storm.js', faults: ['memory', 'time', 'crash', 'flood'], round: 1 },
  { file: 'rejects.js', faults: ['crash'], says: /exit status 1/, round: 1 },
  { file: 'kills-itself.js', faults: ['crash'], says: /SIGKILL/, round: 1 },

  refused('reads-passwd.py'),
  refused('reads-opponents.py'),
  refused('reads-home.py'),
  refused('reads-referee-memory.py'),
  refused('reads-environment.py'),
  refused('opens-socket.py'),
  refused('listens.py'),
  refused('symlinks-out.py'),
  refused('writes-beside.py'),
  refused('fills-disk.py'),
  refused('fills-with-small-files.py'),
  refused('kills-parent.py'),
  refused('becomes-root.py'),
  refused('mounts.py'),
  refused('traces.py'),
  refused('starts-processes.py', 'filtered'),
  refused('starts-threads.py', 'basic'),
  refused('locks-files.py', 'filtered'),
  refused('watches-files.py', 'filtered'),
  refused('shares-memory.py', 'filtered'),
  refused('makes-many-files.py', 'basic'),
  refused('loads-what-it-wrote.py', 'basic'),
  refused('sees-control-groups.py', 'basic'),
  refused('reads-the-launchers-environment.py', 'basic'),
];

/** The kind of a player: the faults of its verdict, the start of the message, its sandbox, and its control groups. */
const kindOf = ({ faults, says, sandboxed, needsGroups }: FaultyPlayer): string =>
  [faults, says?.source.slice(0, 14), sandboxed, needsGroups].join('|');

/** The players in a quick run: the first of each kind. */
export const QUICK_PLAYERS = FAULTY_PLAYERS.filter(
  (player, n) => FAULTY_PLAYERS.findIndex((other) => kindOf(other) === kindOf(player)) === n,
);
