import { Charts } from '@ludus/viewer/ui/charts.tsx';
import { SecondMatch } from '@ludus/viewer/ui/second-match.tsx';
import type { Loaded } from './parts.ts';

/** The second script: what a viewer has that few look at at once. */
const loaded: Loaded = { charts: Charts, beside: SecondMatch };
globalThis.ludusViewer.parts = loaded;
