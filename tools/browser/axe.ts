import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The accessibility checker as a script for a page. A browser reads this file in half the time that `axe.source` takes. */
export const AXE: string = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
