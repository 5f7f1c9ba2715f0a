import { type InspectColor, styleText } from 'node:util';
import type { Ink } from 'ludus/kit.ts';

const isTerminal = process.stdout.isTTY === true;
const paint = (colour: InspectColor) => (text: string) => (isTerminal ? styleText(colour, text) : text);
const SEATS = (['blueBright', 'yellowBright', 'magentaBright', 'cyanBright'] as const).map(paint);

/** The terminal's colours; none if standard output isn't a terminal. */
export const INK: Ink = {
  bold: paint('bold'),
  grey: paint('gray'),
  red: paint('redBright'),
  green: paint('green'),
  yellow: paint('yellow'),
  seat: (seat, text) => SEATS[seat % SEATS.length](text),
};
