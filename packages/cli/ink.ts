import type { Ink } from 'ludus/kit.ts';
import { createColors } from 'picocolors';

const colours = createColors(process.stdout.isTTY === true);
const SEATS = [colours.blueBright, colours.yellowBright, colours.magentaBright, colours.cyanBright];

/** The terminal's colours; none where standard output is no terminal. */
export const INK: Ink = {
  bold: colours.bold,
  grey: colours.gray,
  red: colours.redBright,
  green: colours.green,
  yellow: colours.yellow,
  seat: (seat, text) => SEATS[seat % SEATS.length](text),
};
