import { Charts, ClipDialog, SecondMatch } from '@ludus/viewer/more.ts';
import type { Loaded } from './parts.ts';

/** The second script: what a viewer has that few look at at once. */
const loaded: Loaded = { charts: Charts, clip: ClipDialog, beside: SecondMatch };
globalThis.ludusViewer.parts = loaded;
