import { Charts, ClipDialog, SecondMatch } from '@ludus/viewer/more.ts';
import type { LoadedParts } from './parts.ts';

/** The second script, with the parts of the viewer that few users need immediately. */
const loaded: LoadedParts = { charts: Charts, clip: ClipDialog, beside: SecondMatch };
globalThis.ludusViewer.parts = loaded;
