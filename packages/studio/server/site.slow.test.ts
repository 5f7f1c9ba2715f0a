import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite } from './site.ts';

test('a failed build keeps the previous site, and each page has a content security policy', async () => {
  const around = mkdtempSync(join(tmpdir(), 'ludus-site-'));
  const folder = join(around, 'site');
  try {
    mkdirSync(folder);
    writeFileSync(join(folder, 'site.json'), 'old');
    const broken = { entry: join(around, 'no-such-module.ts') };
    await expect(buildSite(folder, { guests: { trails: broken as never }, pythons: {}, cpp: [] })).rejects.toThrow();
    expect(readdirSync(around)).toEqual(['site']);
    expect(readFileSync(join(folder, 'site.json'), 'utf8')).toBe('old');
    await buildSite(folder, { guests: {}, pythons: {}, cpp: [] });
    expect(readdirSync(around)).toEqual(['site']);
    expect(JSON.parse(readFileSync(join(folder, 'site.json'), 'utf8'))).toEqual({ scripts: [], python: {}, cpp: {} });
    // The server needn't send a policy, since each page contains one.
    const pages = (readdirSync(folder, { recursive: true }) as string[]).filter((path) => path.endsWith('.html'));
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) {
      const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none';`;
      expect(readFileSync(join(folder, page), 'utf8'), page).toContain(policy);
    }
  } finally {
    rmSync(around, { recursive: true, force: true });
  }
}, 120_000);
