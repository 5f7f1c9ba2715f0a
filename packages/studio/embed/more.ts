import { Charts } from '@ludus/viewer/charts.ts';
import { SecondMatch } from '@ludus/viewer/ui.ts';
import type { Loaded } from './parts.ts';

/** The second script: what a viewer has that few look at at once. */
const loaded: Loaded = { charts: Charts, beside: SecondMatch };
globalThis.ludusViewer.parts = loaded;
