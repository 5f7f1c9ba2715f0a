import { createInterface, emitKeypressEvents, type Key } from 'node:readline';
import type { AnyHandPlay, HandChoice } from '@ludus/game/protocol.ts';
import type { HandQuestion, HandReply, HandSeat } from '@ludus/referee/hand.ts';
import { INK } from '../say.ts';
import { keyName, keyWord } from './keys.ts';

/** The input of a person: single keys at a terminal, otherwise lines of text. */
export interface HandTerminal {
  /** Starts the match: input now goes to this seat. */
  attach(seat: HandSeat): void;
  /** Shows a question. */
  tell(question: HandQuestion): void;
  /** Receives the lines of text that show the board after a round. */
  draw(lines: readonly string[]): void;
  close(): void;
}

const { stdin, stdout } = process;

const HELP = 'Type a choice, its number, or a move. hint: get advice, auto: follow the advice, quit: leave the match.';
const KEYS_HELP = 'H hint   ! follow the hint   : type a choice   Esc pause   Ctrl-C leave';

export function handTerminal(hand: AnyHandPlay): HandTerminal {
  return stdin.isTTY && stdout.isTTY ? keyTerminal(hand) : lineTerminal(hand);
}

/** Finds the choice that the person's text selects by its name, its number in the list, or its first letters. */
function meant(choices: readonly HandChoice[], text: string): HandChoice | undefined {
  const exact = choices.find(({ id }) => id === text);
  if (exact) return exact;
  if (/^\d+$/.test(text)) return choices.filter(({ isQuiet }) => !isQuiet)[Number(text) - 1];
  const begun = text === '' ? [] : choices.filter(({ id }) => id.startsWith(text));
  return begun.length === 1 ? begun[0] : undefined;
}

/** The text to print, and whether the question was answered. */
interface InputOutcome {
  readonly said: string;
  readonly isTaken: boolean;
}

async function carryOut(seat: HandSeat, { round, choices }: HandQuestion, text: string): Promise<InputOutcome> {
  const outcome = (reply: HandReply): InputOutcome =>
    reply.ok ? { said: '', isTaken: true } : { said: `Refused: ${reply.why}.`, isTaken: false };
  if (text === '') return { said: '', isTaken: false };
  if (text === 'quit') {
    seat.leave();
    return { said: '', isTaken: true };
  }
  if (text === 'hint' || text === 'auto') {
    const hint = await seat.hint();
    if (!hint) return { said: 'There are no hints in this match.', isTaken: false };
    if (text === 'auto') for (const id of hint.steps) seat.choose(round, id);
    return { said: `${hint.text}.`, isTaken: text === 'auto' };
  }
  const choice = meant(choices, text);
  return outcome(choice ? seat.choose(round, choice.id) : seat.submit(round, text));
}

/** Reads input from pipes and scripts: prints each question once, and reads one line per choice. */
function lineTerminal({ how }: AnyHandPlay): HandTerminal {
  const lines: string[] = [];
  const reader = createInterface({ input: stdin });
  let seat: HandSeat | undefined;
  let question: HandQuestion | undefined;
  let board: readonly string[] = [];
  let hasEnded = false;
  let isBusy = false;
  const print = (text: string) => stdout.write(text === '' ? '' : `${text}\n`);
  const next = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    while (seat && question) {
      const line = lines.shift();
      if (line === undefined) {
        if (hasEnded) seat.leave();
        break;
      }
      const asked = question;
      question = undefined;
      const { said, isTaken } = await carryOut(seat, asked, line.trim());
      print(said);
      if (!isTaken) question ??= asked;
      await new Promise((done) => setImmediate(done));
    }
    isBusy = false;
  };
  reader.on('line', (line) => {
    lines.push(line);
    void next();
  });
  reader.on('close', () => {
    hasEnded = true;
    void next();
  });
  print(`${how}\n${HELP}`);
  return {
    attach(given) {
      seat = given;
    },
    tell(told) {
      if (board.length > 0) print(`\n${board.join('\n')}`);
      board = [];
      print(`${told.status}\n${listed(told.choices)}`);
      question = told;
      setImmediate(() => void next());
    },
    draw(given) {
      board = given;
    },
    close() {
      reader.close();
      stdin.unref?.();
    },
  };
}

/** Lists the choices that have a button on a page, by group and with numbers. */
function listed(choices: readonly HandChoice[]): string {
  const groups = new Map<string, string[]>();
  choices
    .filter(({ isQuiet }) => !isQuiet)
    .forEach(({ id, group = 'Choose', warning, isChosen }, at) => {
      const text = `${at + 1} ${id}${isChosen ? ' (chosen)' : ''}${warning === undefined ? '' : ` (${warning})`}`;
      groups.set(group, [...(groups.get(group) ?? []), text]);
    });
  return [...groups].map(([group, texts]) => `  ${group}: ${texts.join(', ')}`).join('\n');
}

/** Reads input at a terminal, where the board stays in place, and each choice is one key. */
function keyTerminal({ how }: AnyHandPlay): HandTerminal {
  let seat: HandSeat | undefined;
  let question: HandQuestion | undefined;
  let board: readonly string[] = [];
  let said = '';
  let typed: string | undefined;
  const show = () => {
    const lines = [...board, ''];
    if (question) lines.push(INK.bold(question.status), ...keyed(question.choices));
    lines.push(INK.grey(typed === undefined ? KEYS_HELP : `: ${typed}▏ (Enter confirms)`));
    if (question?.isPaused) lines.push(INK.yellow('Paused: press Esc or the key of a choice to continue.'));
    if (said !== '') lines.push(INK.yellow(said));
    stdout.write(`\x1b[H${lines.map((line) => `${line}\x1b[K`).join('\n')}\x1b[J`);
  };
  const take = async (text: string) => {
    if (!seat || !question) return;
    if (question.isPaused) seat.resume();
    ({ said } = await carryOut(seat, question, text));
    show();
  };
  const press = (text: string | undefined, key: Key) => {
    if (!seat) return;
    if (key.ctrl && key.name === 'c') {
      seat.leave();
      return;
    }
    if (typed !== undefined) {
      if (key.name === 'return') void take(typed);
      if (key.name === 'return' || key.name === 'escape') typed = undefined;
      else typed = key.name === 'backspace' ? typed.slice(0, -1) : typed + (text ?? '');
      show();
      return;
    }
    const name = keyName(text, key);
    const choice = question?.choices.find(({ keys }) => keys?.includes(name));
    if (choice) void take(choice.id);
    else if (name === 'Escape') question?.isPaused ? seat.resume() : seat.pause();
    else if (name === 'h') void take('hint');
    else if (text === '!') void take('auto');
    else if (text === ':') {
      typed = '';
      show();
    }
  };
  emitKeypressEvents(stdin);
  stdin.setRawMode(true);
  stdin.on('keypress', press);
  stdout.write('\x1b[?25l\x1b[2J');
  said = how;
  return {
    attach(given) {
      seat = given;
    },
    tell(told) {
      if (question?.round !== told.round && said !== how) said = '';
      question = told;
      show();
    },
    // A round was played, so the question is closed.
    draw(given) {
      board = given;
      question = undefined;
      show();
    },
    close() {
      stdin.removeListener('keypress', press);
      stdin.setRawMode(false);
      stdin.pause();
      stdout.write('\x1b[?25h\n');
    },
  };
}

/** Lists the choices with their keys, by group. */
function keyed(choices: readonly HandChoice[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { id, label, keys = [], group = 'Choose', warning, isChosen, isQuiet } of choices) {
    if (isQuiet) continue;
    const name = keys.length > 0 ? `${keyWord(keys[0])} ${label}` : `${label} (: ${id})`;
    const text = warning === undefined ? name : INK.red(`${name} (${warning})`);
    groups.set(group, [...(groups.get(group) ?? []), isChosen ? INK.bold(`[${text}]`) : text]);
  }
  return [...groups].map(([group, texts]) => `  ${INK.grey(group)}  ${texts.join('   ')}`);
}
