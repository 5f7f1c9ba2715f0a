import { readFileSync } from 'node:fs';
import { compile } from '@ludus/contest/judge.ts';
import { readMarker } from '@ludus/runtime/metering.ts';
import { expect, test } from 'vitest';
import { catalog, WORKSHOP } from './game-catalog.ts';

// Runs the compilers in the sandbox.

const isMissing = !catalog.compilesRust?.() && process.env.CI !== 'true';

test.skipIf(isMissing).each([
  ['rust', 'Cyclist.rs'],
  ['cpp', 'cyclist.cc'],
] as const)(
  'a %s submission to a game without headers is compiled to a module (needs rustc for wasm32)',
  async (language, name) => {
    const text = readFileSync(new URL(`../../games/trails/samples/${name}`, import.meta.url), 'utf8');
    const built = (source: string) =>
      compile({ workshop: WORKSHOP, game: 'trails', language }, name, Buffer.from(source), { wallMs: 120_000 });
    const made = await built(text);
    expect(made).toMatchObject({ ok: true, note: expect.objectContaining({ code: 'compiled' }) });
    expect(made.ok && readMarker(made.module)).toEqual({ game: 'trails', name: name.replace(/\.\w+$/, '') });
    const place = new RegExp(`${name.replace('.', '\\.')}:\\d+:\\d+`);
    expect(await built(text.replace('return ', 'return missing_name + '))).toEqual({
      ok: false,
      why: expect.stringMatching(place),
    });
  },
);
