import { bundleGuest } from '@ludus/runtime/testing.ts';
import { expect, test } from 'vitest';
import { guestOf } from './script-match.ts';

// The bundler writes paths that depend on the current folder into comments, and the length of the text affects the
// fuel. A match must have the same result in an installed package.
test.each(['angrymob', 'madmax', 'trails'])(
  'the modules that the engine runs contain no comments (%s)',
  async (game) => {
    const modules = await bundleGuest((await guestOf(game))!);
    expect(modules.length).toBeGreaterThan(1);
    for (const { name, text } of modules) expect(text.match(/^\s*(?:\/\/|\/?\*).*/gm), name).toBeNull();
  },
);
