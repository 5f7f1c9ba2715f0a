import { fingerprintOf } from '@ludus/game/conformance/fingerprint.ts';
import { SPECIMENS } from './fixtures.ts';

/** The fingerprint of all games, without arguments: what every JavaScript engine must give alike. */
export const fingerprint = (): string => fingerprintOf(SPECIMENS);
