import { createRemoteJWKSet, customFetch, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { Row } from '../../store/schema.ts';
import { RefusalError } from '../refusal.ts';
import { down, fetchLimited, PLATFORM_TIMEOUT_MS } from './ask.ts';

export type Platform = Row<'lti_platforms'>;

/** Allowed difference between clocks, and maximum age of a message, in seconds. */
const CLOCK_SECONDS = 60;
const OLD_SECONDS = 600;
/** Only asymmetric algorithms, because with a shared key, the verifier could sign as well. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384'];

/**
 * Returns the issuer name under which a platform's people are stored. All registrations of a platform share this name.
 * The prefix distinguishes this name from the issuers of other sign-ins.
 */
export const identityIssuer = ({ issuer }: Pick<Platform, 'issuer'>): string => `lti ${issuer}`;

export const refused = (why: string): RefusalError => new RefusalError(403, 'lti/refused', { values: { why } });

/** The platforms' keys, by address. They are fetched again for an unknown key, at most twice a minute. */
const keySets = new Map<string, JWTVerifyGetKey>();

/**
 * Returns the claims in a platform's message, after verifying the message as the security framework requires.
 * @throws {RefusalError}
 */
export async function verified(platform: Platform, token: string): Promise<JWTPayload & { readonly sub: string }> {
  const { issuer, client_id, jwks_url, name } = platform;
  const options = { timeoutDuration: PLATFORM_TIMEOUT_MS, [customFetch]: fetchLimited };
  const keys = keySets.get(jwks_url) ?? createRemoteJWKSet(new URL(jwks_url), options);
  keySets.set(jwks_url, keys);
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience: client_id,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_SECONDS,
      maxTokenAge: OLD_SECONDS,
      requiredClaims: ['exp', 'iat', 'nonce', 'sub'],
    });
    const { azp, aud, sub } = payload;
    if (azp === undefined ? Array.isArray(aud) && aud.length > 1 : azp !== client_id)
      throw refused('the message is also for another recipient, and this server did not request it');
    if (typeof sub !== 'string' || sub === '' || sub.length > 255)
      throw refused('its claim sub must have 1 to 255 characters');
    return { ...payload, sub };
  } catch (error) {
    if (error instanceof RefusalError) throw error;
    const why = whyInvalid(error);
    throw why === undefined ? down(name) : refused(why);
  }
}

/** Returns the reason why a message is invalid; undefined if the platform doesn't return its keys. */
function whyInvalid(error: unknown): string | undefined {
  if (error instanceof errors.JWTExpired) return 'the message has expired';
  if (error instanceof errors.JWTClaimValidationFailed)
    return `the message has an invalid or missing claim: ${error.claim}`;
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
    return 'the message was signed with an unknown key';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'the message was changed after it was signed';
  if (error instanceof errors.JOSEAlgNotAllowed) return 'the message was signed with an algorithm that is not allowed';
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return undefined;
  if (error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC')
    return 'the message isn’t a valid signed token';
  return undefined;
}
