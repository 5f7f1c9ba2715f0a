import { seatSides } from '@ludus/game/teams.ts';
import { playMatch } from '@ludus/referee/match.ts';
import { expect, test } from 'vitest';
import { boardsOffered, gatekeeperOf } from '../game-catalog.ts';
import { placesOf } from '../rounds/places.ts';
import { sidesOfBoard } from '../sides.ts';
import { testCatalog } from '../testing/test-catalog.ts';
import { DEFAULT_QUALIFY } from '../words.ts';
import { drawKey, drawSeed } from './chance.ts';

test.each(testCatalog.kits.map((kit) => [kit.game.title, kit] as const))(
  'the TypeScript starter for %s qualifies with the default settings',
  async (_, { game, players, samples, api, partners, ...kit }) => {
    const { default: code } = await import(new URL(`../../games/${samples!.typescript!.file}`, import.meta.url).href);
    const name = gatekeeperOf({ game, players, partners, ...kit }, DEFAULT_QUALIFY);
    const gatekeeper = players.find((each) => each.name === name)!;
    const boards = [...boardsOffered(testCatalog, game.id).values()];
    const secret = drawKey('00', 'default rule');
    let wins = 0;
    for (let index = 0; index < DEFAULT_QUALIFY.matches; index++) {
      const { text, seats } = boards[index % boards.length];
      const seed = Number(drawSeed(secret, 'qualify', index));
      const read = text === '' ? { ok: true as const, value: game.generateBoard!(seed) } : game.readBoard(text);
      if (!read.ok) throw new Error(read.problem.message);
      const { sides, teams } = sidesOfBoard(game, { text, seats });
      const own = index % sides;
      const players = seatSides(
        Array.from({ length: sides }, (_each, side) => side === own),
        teams,
      );
      const runners = players.map((isOwn) => {
        const runner = isOwn ? api!.open('Sample', code) : gatekeeper.open();
        if (typeof runner === 'string') throw new Error(runner);
        return runner;
      });
      const { outcome, verdicts } = await playMatch({ game, board: read.value, seed, runners, limited: false });
      expect(verdicts).toEqual([]);
      if (placesOf(outcome.scores, [], teams)[players.indexOf(true)] === 1) wins++;
    }
    // The bots must win more matches than the rule requires, since other contests draw other seeds.
    expect(wins).toBeGreaterThan(DEFAULT_QUALIFY.wins + 1);
  },
);
