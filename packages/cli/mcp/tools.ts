import { sidecarFileName } from '@ludus/game/replay.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { LANGUAGES } from 'ludus/kit.ts';
import { z } from 'zod';
import { addressOf } from '../contest/address.ts';
import { GAMES } from '../games.ts';
import { rulesAnswer, toolAnswer } from './answers.ts';
import type { WorkFolder } from './folder.ts';
import { leagueState } from './league-state.ts';

/** A tool that a client can call: a command of `ludus` with few options. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** Whether the tool leaves all files unchanged. */
  readonly isReadOnly: boolean;
  /** Whether the tool's command runs bots, in the sandbox if this machine has one. */
  readonly runsBots?: boolean;
  /** Whether the tool sends data to another machine. */
  readonly isOpenWorld?: boolean;
  /** The hint for a client whose call took longer than its argument `seconds` allows. */
  readonly stopped?: string;
  /** Converts the command's output to the text of the result. The default function is `toolAnswer`. */
  answer(printed: string): string;
  /**
   * Returns the arguments of `ludus`, or the result's text if no command is needed. `contestServer`: the origin of the
   * server to which the token belongs.
   */
  call(input: never, folder: WorkFolder, contestServer?: string): readonly string[] | string;
}

const game = z.enum(GAMES.map(({ id }) => id)).describe('id of the game');
const bot = z.string().describe('a bot: a file in the folder (Mine/Mine.py), or the name of a built-in opponent');
const replay = z.string().describe('a replay file in the folder');
const seconds = z
  .int()
  .min(1)
  .max(86_400)
  .optional()
  .describe(
    'wall-clock time in seconds; then the call ends after the match in progress and reports the result so far (default: no limit)',
  );
const seed = z.int32().optional().describe('seed of the match (default: 1)');

/** The tools, in the order in which a bot's author uses them. */
export const TOOLS: readonly Tool[] = [
  tool({
    name: 'rules',
    title: 'Read the rules',
    description:
      'Returns the rules of a game, a complete bot and the library in one language, the built-in opponents, and the tools. Read this first.',
    input: z.object({ game, language: z.enum(LANGUAGES.map(({ id }) => id)).describe('language of the bot') }),
    isReadOnly: true,
    answer: (printed) => rulesAnswer(printed, TOOLS),
    call: ({ game, language }) => ['rules', game, '--lang', language],
  }),
  tool({
    name: 'new',
    title: 'Create a bot',
    description:
      'Creates a folder NAME with a small bot that plays, a board, and a README. Continue with its source file (read, write).',
    input: z.object({
      game,
      language: z.enum(LANGUAGES.map(({ id }) => id)).describe('language of the bot'),
      name: z
        .string()
        .regex(/^[A-Za-z][A-Za-z0-9]{0,10}$/)
        .describe('name of the bot: 1 to 11 letters and digits, beginning with a letter'),
    }),
    isReadOnly: false,
    call({ game, language, name }, folder) {
      folder.output(name);
      return ['new', 'player', '--game', game, '--lang', language, '--name', name];
    },
  }),
  tool({
    name: 'read',
    title: 'Read a file',
    description: 'Returns the text of a file, or the names in a folder ("." for the whole folder).',
    input: z.object({ path: z.string().describe('relative path') }),
    isReadOnly: true,
    call: ({ path }, folder) => folder.read(path),
  }),
  tool({
    name: 'write',
    title: 'Write a file',
    description:
      'Writes a whole file in the folder, or replaces one passage of a file: pass either “text”, or “old” and “new”.',
    input: z.object({
      path: z.string().describe('relative path'),
      text: z.string().optional().describe('the whole file'),
      old: z.string().optional().describe('the passage to replace, which occurs exactly once in the file'),
      new: z.string().optional().describe('the text that replaces “old”'),
    }),
    isReadOnly: false,
    call({ path, text, old, new: fresh }, folder) {
      if (text !== undefined && old === undefined && fresh === undefined) {
        folder.write(path, text);
        return `wrote ${path}: ${Buffer.byteLength(text)} bytes`;
      }
      if (text !== undefined || old === undefined || fresh === undefined)
        throw new UsageError('pass either text, or both old and new');
      folder.replace(path, old, fresh);
      return `wrote ${path}: one passage replaced`;
    },
  }),
  tool({
    name: 'copy',
    title: 'Copy a file or a folder',
    description:
      'Copies a file or a folder, for example to keep the old version of a bot for a duel. Never replaces anything.',
    input: z.object({
      from: z.string().describe('relative path'),
      to: z.string().describe('relative path that does not exist yet'),
    }),
    isReadOnly: false,
    call({ from, to }, folder) {
      folder.copy(from, to);
      return `copied ${from} to ${to}`;
    },
  }),
  tool({
    name: 'check',
    title: 'Check a bot',
    description:
      'Checks that a bot compiles, starts, plays whole matches, makes only allowed moves, and stays within its budget. Errors name the file and the line.',
    input: z.object({
      game,
      bot,
      quick: z
        .boolean()
        .default(false)
        .describe('only compile the bot and play one match; the whole check can take minutes'),
    }),
    isReadOnly: true,
    runsBots: true,
    call: ({ game, bot, quick }, folder) => [
      ...['check', player(bot, folder), '--game', game],
      ...(quick ? ['--quick'] : []),
    ],
  }),
  tool({
    name: 'match',
    title: 'Play a match',
    description:
      'Plays one match and writes its replay. A match has one bot per seat; the tool rules returns the number of seats.',
    input: z.object({
      bots: z.array(bot).min(1).max(16).describe('one bot per seat'),
      board: z.string().describe('board: a name (default), a file in the folder, or generated:GAME:SEED'),
      seed,
      replay: z.string().describe('replay file to write'),
    }),
    isReadOnly: false,
    runsBots: true,
    call: ({ bots, board, seed = 1, replay }, folder) => [
      'match',
      ...bots.map((bot) => player(bot, folder)),
      ...['-i', boardNamed(board, folder), '-s', String(seed), '-o', replayOutput(replay, folder)],
    ],
  }),
  tool({
    name: 'climb',
    title: 'Climb the practice ladder',
    description:
      'Plays a bot against the built-in opponents, the weakest first, up to the first that it does not beat. Reports which opponents it beats, its estimated strength in Elo, and how the next opponent plays, and writes the replay of the worst defeat. By default it plays 12 matches against each opponent, which takes minutes: pass “from” to skip the opponents that the bot beats anyway. Your bot has half of the seats (or teams), and copies of the opponent have the others. The bots swap seats for the second match of a pair. Your bot beats an opponent if it gets more than half of the points. Each of your seats is compared with each seat of the opponent. The seat with the better place gets one point. Tied seats get half a point each.',
    input: z.object({
      game,
      bot,
      from: z.string().optional().describe('name of the first opponent (default: the weakest)'),
      pairs: z.int().min(1).max(1000).default(6).describe('pairs of matches against each opponent'),
      seed: z
        .int()
        .min(1)
        .max(1_000_000)
        .default(1)
        .describe('seed of the first pair; a different seed gives different matches'),
      seconds,
      replay: z.string().default('climb.replay').describe('file for the replay of the worst defeat'),
    }),
    isReadOnly: false,
    runsBots: true,
    stopped: 'To continue, call climb again, with the last opponent’s name in “from”.',
    call: ({ game, bot, from, pairs, seed, replay }, folder) => [
      ...['climb', player(bot, folder), '--game', game, '--pairs', String(pairs), '--seed', String(seed)],
      ...['-o', replayOutput(replay, folder)],
      ...(from === undefined ? [] : [`--from=${from}`]),
    ],
  }),
  tool({
    name: 'why',
    title: 'Explain a match',
    description:
      'Explains from a replay why a bot won or lost: what decided the match, how its chances changed, mistakes, and rounds to look at.',
    input: z.object({
      replay,
      seat: z
        .int()
        .min(0)
        .max(15)
        .optional()
        .describe('seat of the bot, counted from 0 (default: the last-placed seat)'),
    }),
    isReadOnly: true,
    call: ({ replay, seat }, folder) => [
      ...['why', replayInput(replay, folder)],
      ...(seat === undefined ? [] : ['--seat', String(seat)]),
    ],
  }),
  tool({
    name: 'duel',
    title: 'Compare two bots',
    description:
      'Plays pairs of matches until it is clear which of two bots is stronger. The duel ends early if the difference is large; 100 pairs can take many minutes. The same call continues a duel that was stopped. Before you change a bot, keep its old version with the tool copy.',
    input: z.object({
      game,
      fresh: bot.describe('the new bot: a file in the folder'),
      old: bot.describe('the old bot: a file in the folder, or a built-in opponent'),
      pairs: z.int().min(1).max(2000).default(100).describe('maximum number of pairs of matches'),
      seconds,
      boards: z
        .array(z.string())
        .min(1)
        .max(100)
        .optional()
        .describe(
          'boards: names, files in the folder, or generated:GAME:1..50 (default: the game’s boards; in a game without luck, a new board for each pair)',
        ),
    }),
    isReadOnly: false,
    runsBots: true,
    stopped: 'The same call continues the duel.',
    call({ game, fresh, old, pairs, boards }, folder) {
      // The name is RUNS_FOLDER of ../lab/setup.ts, a module that is slow to load.
      folder.checkLinkFree('runs');
      return [
        ...['duel', player(fresh, folder), player(old, folder), '--game', game, '--limit', String(pairs)],
        ...(boards ? ['--boards', ...boards.map((board) => boardNamed(board, folder))] : []),
      ];
    },
  }),
  tool({
    name: 'benchmark',
    title: 'Measure a bot',
    description:
      'Measures a bot’s place on the practice ladder, from 0 to 6, with its interval, on new boards. This is slower than climb: use it to report a result.',
    input: z.object({
      game,
      bot,
      pairs: z
        .int()
        .min(1)
        .max(200)
        .default(10)
        .describe('number of boards; on each, two matches against every opponent'),
      card: z.string().default('benchmark.html').describe('HTML file to write'),
    }),
    isReadOnly: false,
    runsBots: true,
    call: ({ game, bot, pairs, card }, folder) => [
      ...['benchmark', 'play', player(bot, folder), '--game', game, '--pairs', String(pairs)],
      ...['-o', folder.output(card)],
    ],
  }),
  tool({
    name: 'league',
    title: 'Look at a league',
    description:
      'Returns the standings of one round of a league, and the digest of one bot: its rank, most costly matches, and errors. Without arguments, reads the league that runs this agent.',
    input: z.object({
      league: z
        .string()
        .optional()
        .describe('relative path of a league’s folder (default: the league that runs this agent)'),
      round: z
        .int()
        .min(1)
        .optional()
        .describe('number of the round, counted from 1 (default: the last complete round)'),
      bot: z.string().optional().describe('name of the bot whose digest to add'),
    }),
    isReadOnly: true,
    call: (given, folder) => toolAnswer(leagueState(given, folder)),
  }),
  tool({
    name: 'verify',
    title: 'Verify a replay',
    description:
      'Simulates a replay again and reports whether every byte follows from the board, the seed, and the moves.',
    input: z.object({ replay }),
    isReadOnly: true,
    call: ({ replay }, folder) => ['verify', replayInput(replay, folder)],
  }),
  tool({
    name: 'submit',
    title: 'Submit a bot to a contest',
    description:
      'Sends a bot to a contest on the contest server that was named at the start (--server), and waits for the checks. The personal token is in the server’s environment variable LUDUS_TOKEN.',
    input: z.object({
      bot: z.string().describe('source file or module in the folder'),
      contest: z.url().describe('address of the contest: https://contest.example.org/c/spring'),
    }),
    isReadOnly: false,
    isOpenWorld: true,
    call({ bot, contest }, folder, contestServer) {
      if (contestServer === undefined)
        throw new UsageError('no contest server is configured: start ludus mcp with --server URL, or set LUDUS_SERVER');
      // The token is sent to this address.
      if (addressOf(contest) !== contestServer)
        throw new UsageError(
          `the token belongs to ${contestServer}: use the address of a contest on that server, not ${contest}`,
        );
      return ['submit', folder.inside(bot), '--contest', contest];
    },
  }),
];

/** Infers the type of `call`'s argument from `input`. */
function tool<Input extends z.ZodObject>(
  given: Omit<Tool, 'input' | 'call' | 'answer'> & {
    readonly answer?: Tool['answer'];
    readonly input: Input;
    call(input: z.output<Input>, folder: WorkFolder, contestServer?: string): readonly string[] | string;
  },
): Tool {
  return { answer: toolAnswer, ...given };
}

/**
 * Returns the argument for a bot. Rejects cmd:…, so that clients can’t start arbitrary commands.
 *
 * @throws UsageError if it is neither a path in the folder nor a name
 */
function player(bot: string, folder: WorkFolder): string {
  if (/^[A-Za-z][A-Za-z0-9]*$/.test(bot)) return bot;
  if (bot.startsWith('cmd:')) throw new UsageError(`${bot} is a command: name the bot’s file`);
  return folder.inside(bot);
}

/** Returns the argument for a replay that a command reads together with its sidecar. */
function replayInput(file: string, folder: WorkFolder): string {
  folder.inside(sidecarFileName(file));
  return folder.inside(file);
}

/** Returns the argument for a replay that a command writes together with its sidecar. */
function replayOutput(file: string, folder: WorkFolder): string {
  folder.output(sidecarFileName(file));
  return folder.output(file);
}

function boardNamed(board: string, folder: WorkFolder): string {
  return /^(?:[A-Za-z0-9-]+|generated:[a-z]+:-?\d+(?:\.\.-?\d+)?)$/.test(board) ? board : folder.inside(board);
}
