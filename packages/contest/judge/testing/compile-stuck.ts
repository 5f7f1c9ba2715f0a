import { compile } from '../compile.ts';

// A process whose compiler never ends.
const workshop = new URL('./stuck-workshop.ts', import.meta.url).href;
await compile({ workshop, game: 'any', language: 'cpp' }, 'AIAny.cc', new Uint8Array(0), { wallMs: 600_000 });
