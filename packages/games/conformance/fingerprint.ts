import { fingerprintOf } from '@ludus/game/conformance.ts';
import { FIXTURES } from './fixtures.ts';

/** The fingerprint of all games, without arguments: what every JavaScript engine must give alike. */
export const fingerprint = (): string => fingerprintOf(FIXTURES);
