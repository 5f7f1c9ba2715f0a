import { filled, type ProblemValues } from '../api/problems.ts';
import { storable } from './text.ts';

/**
 * The messages of a submission's log, by code: one plain sentence with placeholders. The pages say the same in their languages.
 * `{why}` and `{sentence}` are a compiler's or a machine's and a referee's own words.
 */
export const STEP_SENTENCES = {
  received: '{file}, {bytes} bytes',
  compiling: 'compiling',
  compiled: 'compiled to {size} KiB',
  'compiled/tables':
    'compiled to {size} KiB; it iterates over {tables}, whose order depends on addresses or custom hashes. It may play differently than on your machine',
  'compiled/module': 'it is already a module',
  'compiled/program': 'it runs as a separate program, in the full sandbox',
  'compile/no-module': 'it isn’t a WebAssembly module',
  'compile/name': 'its name must begin with a letter, a digit or _',
  'compile/language': 'the game has no players in this language',
  'compile/no-player': 'it does not register a player: it lacks RegisterPlayer(PLAYER_NAME) at its end',
  'compile/no-sandbox':
    'this server compiles no C++ and no Rust: it has no sandbox. Ask the organiser, or submit a player in another language',
  'compile/again': 'once more: {why}',
  'compile/broke': 'it could not be compiled here: {why}',
  'compile/large': 'the module that it makes is longer than {most} MiB',
  'compile/late': 'it could not be compiled here in time, three times over: an organiser can run it again',
  'compile/lost': 'the compiler was not heard of again',
  'check/quarantined': 'these bytes are kept from matches: {why}',
  'check/failed': 'in its check, round {round} of board {board}: {sentence}',
  'check/passed': 'it played {rounds} rounds of board {board}',
  'qualify/rule': 'matches against {rival}: {matches}, of which it has to win {wins}',
  'qualify/won': 'won: it scored {own} against {others} on board {board}',
  'qualify/not-won': 'not won: it scored {own} against {others} on board {board}',
  'qualify/failed': 'in round {round} of board {board} it failed: {sentence}',
  'qualify/why': 'why on board {board}: {why}',
  'qualify/too-few': 'matches won: {ahead} of {matches}; needed: {wins}',
  'qualify/through': 'matches won: {ahead} of {matches}; needed: {wins}',
  'again/gone': 'once more: its matches were gone',
  'again/match': 'once more: a match could not be played',
  'again/organiser': 'an organiser has it run again',
  'again/rule': 'the organiser changed the rule: it plays {matches} matches against {rival} and has to win {wins}',
  unplayable: 'its matches could not be played here, which is not its fault: an organiser can run it again',
  'taken-back': 'taken back',
  hidden: 'the words of a compiler or a bot, which only its entrant and owners of the contest see',
} as const;

export type StepCode = keyof typeof STEP_SENTENCES;

/** Places for words of compilers, bots, and machines: they may quote a source. */
const OTHERS_WORDS = ['why', 'sentence', 'tables'];

/** Whether all of a sentence of the log is ours. */
export const isOurText = ({ code }: { readonly code: StepCode | null }): boolean =>
  code !== null && !OTHERS_WORDS.some((place) => STEP_SENTENCES[code].includes(`{${place}}`));

/** A sentence of the log; a compiler's errors and the like are their own text. */
export type StepMessage = string | { readonly code: StepCode; readonly values?: ProblemValues };

export const stepMessage = (code: StepCode, values: ProblemValues = {}): StepMessage => ({ code, values });

const MOST = 20_000;

/** As it is kept: the sentence in English, and what the pages make it of in other languages. */
export function stored(what: StepMessage): {
  readonly text: string;
  readonly code: StepCode | null;
  readonly data: string | null;
} {
  if (typeof what === 'string') return { text: storable(what).slice(0, MOST), code: null, data: null };
  const { code, values = {} } = what;
  const data = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? storable(value).slice(0, MOST) : value,
    ]),
  );
  return { text: filled(STEP_SENTENCES[code], data).slice(0, MOST), code, data: JSON.stringify(data) };
}
