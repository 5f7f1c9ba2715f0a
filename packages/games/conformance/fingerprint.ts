import { fingerprintOf } from '@ludus/game/conformance.ts';
import { FIXTURES } from './fixtures.ts';

/** The fingerprint of all games: what every JavaScript engine must give alike. */
export const fingerprint = (matches: number): string => fingerprintOf(FIXTURES, matches);
