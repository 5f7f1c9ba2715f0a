import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url).pathname;

test('Feeler draws every kind of mark, and its texts aren’t in the replay', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ludus-feeler-'));
  try {
    const replay = join(folder, 'feeler.res');
    const board = join(ROOT, 'packages/games/trails/boards/default.board');
    const args = ['match', join(ROOT, 'players/drawing/Feeler.ts'), 'Mole', '-i', board, '-s', '3', '-o', replay];
    const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'packages/cli/bin/ludus.js'), ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    const { log, overlays } = JSON.parse(readFileSync(`${replay}.json`, 'utf8'));
    const kinds = new Set(overlays.flatMap(({ shapes }: { shapes: { kind: string }[] }) => shapes.map((s) => s.kind)));
    expect([...kinds].sort()).toEqual(['cell', 'line', 'point', 'text']);
    expect(log.length).toBeGreaterThan(50);
    expect(readFileSync(replay, 'utf8')).not.toContain('cells are mine');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
