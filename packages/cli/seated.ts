import type { Program, Seating } from '@ludus/env/seated-players.ts';
import type { AnyGame } from '@ludus/game/game.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { kitOf } from './kits.ts';

/** Maximum number of simultaneous programs; more programs would overload any machine. */
const MAX_PROGRAMS = 256;

/** Finds the program of a player, given the player's name on the command line. */
export type FindProgram = (name: string, game: AnyGame) => Promise<Program>;

/**
 * Parses `0=,*=Demo,2=./bot.py`: the players by seat. Seats without a name, and seats that aren't listed, are
 * controlled by actions. `*` is every other seat. `matches`: the number of simultaneous matches, each with its own
 * programs.
 */
export async function readPlayers(
  text: string,
  game: AnyGame,
  {
    seats,
    matches,
    find,
  }: { readonly seats: number; readonly matches: number; readonly find: FindProgram | undefined },
): Promise<Seating> {
  const named = new Map<string, string>();
  for (const entry of text.split(/,(?=(?:\d+|\*)=)/)) {
    const [, seat, name] = /^(\d+|\*)=(.*)$/.exec(entry) ?? [];
    if (seat === undefined || (seat !== '*' && Number(seat) >= seats) || named.has(seat))
      throw new UsageError(
        `--players must be SEAT=NAME, separated by commas, with SEAT from 0 to ${seats - 1} or *, not ${text}`,
      );
    named.set(seat, name);
  }
  const names = Array.from({ length: seats }, (_, seat) => named.get(String(seat)) ?? named.get('*') ?? '');
  const programs = new Map<string, Program>();
  for (const name of new Set(names)) {
    if (!isFile(name)) continue;
    if (!find)
      throw new UsageError(
        `${name}: bots that are programs need an installed Ludus: set LUDUS to the command that starts Ludus, such as npx ludus`,
      );
    programs.set(name, await find(name, game));
  }
  const count = names.filter((name) => programs.has(name)).length * matches;
  if (count > MAX_PROGRAMS)
    throw new UsageError(
      `${count} programs would run at the same time, but at most ${MAX_PROGRAMS} are allowed: play fewer matches at the same time`,
    );
  return names.map((name) => (name === '' ? undefined : (programs.get(name) ?? builtin(name, game))));
}

/** Checks whether a name can't mean a built-in player. */
const isFile = (name: string): boolean => /[./:\\]/.test(name);

function builtin(name: string, game: AnyGame) {
  const { players } = kitOf(game);
  const player = players.find((each) => each.name === name);
  const known = players.map((each) => each.name).join(', ');
  if (!player) throw new UsageError(`${game.title} has no built-in bot ${name}: choose ${known}`);
  return () => player.open();
}
