import { keepOrder } from '../rooms/kept.ts';
import { board, boardName, problem, rulesOfForm, seats, usualPlayer } from './state.ts';

/** Goes to the page of rooms, which opens one for the match of the form. Built-in bots play the seats that no friend takes. */
export function playWithFriend(): void {
  const text = board.value?.text;
  if (text === undefined) {
    problem.value = 'choose a board';
    return;
  }
  const bots = seats.value.map((chosen, seat) =>
    chosen.startsWith(BUILTIN) ? chosen.slice(BUILTIN.length) : usualPlayer(seat).name,
  );
  keepOrder({ ...rulesOfForm(), board: text, boardName: boardName.value, bots });
  // The settings of the viewer in the address go along.
  location.href = `room.html${location.search}`;
}

const BUILTIN = 'builtin/';
