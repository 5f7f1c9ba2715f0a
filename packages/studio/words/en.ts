import { signal } from '@preact/signals';
import type { RoomCode } from '../rooms/messages.ts';

/** The texts of a room's page in English. The other languages have the same entries. */
export const en = {
  language: 'Language',
  title: 'Play with a friend',
  // Entering a room
  waysIn: (people: number) =>
    `Your friends enter the room with four letters or a QR code. Up to ${people} people can play.`,
  open: 'Open a room',
  otherRoom: 'Enter another room, or choose another game',
  wrongLetters: 'a room code has four letters, none of them a vowel',
  friendHas: 'Join a friend’s room',
  letters: 'Four letters of the room',
  enter: 'Enter',
  game: 'Game',
  board: 'Board',
  generated: 'generated',
  yourName: 'Your name',
  nameFirst: 'enter your name first',
  room: (code: string) => `Room ${code}`,
  looking: 'Looking for the room …',
  otherLetters: 'Enter other letters, or open a room',
  broken: 'The connection was lost. Trying again …',
  // A room before and after its match
  way: 'How to enter this room',
  seats: 'Seats',
  takesSeat: (name: string) => `${name} takes a seat.`,
  watchers: (people: number) => `${people} ${people === 1 ? 'person watches' : 'people watch'}.`,
  sit: 'Take a seat',
  sitLater: 'You can take a seat when the match is over.',
  allTaken: 'All seats are taken, so you are watching.',
  again: 'Play again',
  start: 'Start',
  startsIt: (name: string) => `${name} starts the match.`,
  startsNext: (name: string) => `${name} starts the next match.`,
  stand: 'Leave the seat',
  back: 'Back to the board',
  botsPlay: 'Built-in bots play the seats that no one takes. Matches here don’t count for any ranking.',
  you: 'you',
  host: 'starts the match',
  freeSeat: 'built-in bot, a free seat',
  standIn: (bot: string) => `${bot} plays on`,
  away: 'away',
  qrCode: (link: string) => `QR code of ${link}`,
  copy: 'Copy link',
  copied: 'Copied',
  copyByHand: 'Copy the address manually',
  onlyHere: 'Only this machine can reach this address. For friends on your network, start Ludus with',
  // The match
  match: 'The match',
  lettersAndSeats: 'The room’s letters and seats',
  goesOn: 'The match continues in a moment …',
  waiting: (names: readonly string[]) => `Waiting for ${names.join(' and ')} to come back …`,
  over: 'The match is over.',
  playsForYou: (bot: string) => `${bot} plays on for you until the match is over.`,
  youWatch: 'You are watching the match.',
  hidden: 'You will see the match when it is over, because it has hidden information.',
  // By hand
  byHand: 'Play yourself',
  othersMove: 'The others are choosing …',
  firstMove: 'The match begins with your first move.',
  giveUp: 'Give up',
  leaves: 'Leave the match (the others play on)',
  refused: (why: string) => `Refused: ${why}`,
  hideHow: 'Hide how to play',
  end: 'End of your match',
  win: 'You win',
  share: 'You share first place',
  lose: 'You lose',
  place: (place: number, places: number) => `You are ${['1st', '2nd', '3rd'][place - 1] ?? `${place}th`} of ${places}`,
  points: (score: number, game: string) => `with ${score} ${score === 1 ? 'point' : 'points'} in ${game}.`,
  watchReplay: 'Watch the replay',
  saveReplay: 'Save the replay …',
  close: 'Close',
  /** The server's reasons for refusals, by code; absent to use the server's text. */
  refusals: undefined as Readonly<Record<RoomCode, string>> | undefined,
};

export type Words = typeof en;

/** The texts in use. The studio is in English; a room's page uses its language. */
export const words = signal<Words>(en);
