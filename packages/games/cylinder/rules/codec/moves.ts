import type { MoveText } from '@ludus/game/game.ts';
import type { Instructions } from '../instructions.ts';

/** `<unit> <code> <unit> <code> …`, the codes of `instructions.ts`. */
export const moveText: MoveText<Instructions> = {
  print(move) {
    let text = '';
    for (let i = 0; i < move.length; i++) text += `${i > 0 ? ' ' : ''}${move.unit(i)} ${move.code(i)}`;
    return text;
  },
  read(text, move) {
    if (text === '') return;
    const words = text.split(' ');
    if (words.length % 2 !== 0 || !words.every((word) => /^-?\d+$/.test(word)))
      throw new Error(`these are no instructions: ${text}`);
    for (let i = 0; i < words.length; i += 2) move.push(Number(words[i]), Number(words[i + 1]));
  },
};
