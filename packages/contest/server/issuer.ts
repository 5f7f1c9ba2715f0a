import * as oidc from 'openid-client';
import * as z from 'zod';
import { issuerId } from '../api/sign-in.ts';
import { fetchLimited } from './lti/ask.ts';
import { RefusalError } from './refusal.ts';

/** Matches an invisible character. A claim that contains such a character is ignored. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}]/u;
/** Maximum length of a group's name in characters. */
const MAX_GROUP = 60;
/** Maximum length of a subject in characters. Longer subjects don't fit an index. */
const MAX_SUBJECT = 255;
/** Limits for an issuer's response: time in seconds, and size in bytes. */
const TIMEOUT = 10;
const MAX_BYTES = 2 ** 20;

/** Checks whether an address is on this machine, where the traffic can't be intercepted. */
const isOwnMachine = (url: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(URL.parse(url)?.hostname ?? '');

/** The settings of an issuer, as in the settings file. */
export const issuerSettings = z.strictObject({
  /** The issuer's short name in addresses. */
  id: issuerId,
  issuer: z
    .url({ protocol: /^https?$/ })
    .refine(
      (url) => url.startsWith('https:') || isOwnMachine(url),
      'the address must begin with https://, because http:// is allowed only for an issuer on this machine',
    ),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  /** The issuer's name on the button. */
  name: z.string().trim().min(1).max(60),
  scope: z
    .string()
    .regex(/\bopenid\b/)
    .default('openid profile email'),
  /**
   * The claims that contain the roster id and the name. If `rosterClaim` is null, this issuer proves no roster rows.
   */
  rosterClaim: z.string().min(1).nullable().default('email'),
  nameClaim: z.string().min(1).default('name'),
  /** The claim that contains the person's group. It is used only if the person's roster row has no group. */
  groupClaim: z.string().min(1).optional(),
});
export type IssuerSettings = z.output<typeof issuerSettings>;

/** The sign-in settings, as in the file of `ludus serve --sign-in`. */
export const signInSettings = z.strictObject({
  issuers: z
    .array(issuerSettings)
    .min(1)
    .max(20)
    .refine(
      (all) => (['id', 'issuer'] as const).every((key) => new Set(all.map((each) => each[key])).size === all.length),
      'an id or an issuer is listed twice',
    ),
  /** False: only the server's organisers have passwords. */
  passwords: z.boolean().default(true),
});
export type SignInSettings = z.output<typeof signInSettings>;

/** The secrets of one sign-in through the issuer, known to this server and the browser. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A person, as the issuer identifies them. */
export interface Identity {
  readonly subject: string;
  readonly name: string | undefined;
  readonly rosterId: string | undefined;
  readonly group?: string | undefined;
}

/** An OpenID Connect issuer, used with the code flow, PKCE, state, and nonce. */
export class Issuer {
  readonly settings: IssuerSettings;
  private found: Promise<oidc.Configuration> | undefined;

  constructor(settings: IssuerSettings) {
    this.settings = settings;
  }

  /** Returns the issuer's address for the browser. After the sign-in, the issuer redirects the browser to `back`. */
  async begin(back: string): Promise<{ readonly url: URL; readonly way: SignInSecrets }> {
    const config = await this.config();
    const way = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
    const asked = {
      redirect_uri: back,
      scope: this.settings.scope,
      state: way.state,
      nonce: way.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(way.verifier),
      code_challenge_method: 'S256',
    };
    try {
      return { url: oidc.buildAuthorizationUrl(config, asked), way };
    } catch {
      // The issuer's configuration has no sign-in address, or an invalid sign-in address.
      throw this.down();
    }
  }

  /** Returns the person whom the issuer redirected to this address. */
  async end(address: URL, { state, nonce, verifier }: SignInSecrets): Promise<Identity> {
    const config = await this.config();
    try {
      const tokens = await oidc.authorizationCodeGrant(config, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const said: Readonly<Record<string, unknown>> & { readonly sub: string } = tokens.claims()!;
      // Small tokens omit claims, which must be requested separately.
      const { rosterClaim, nameClaim, groupClaim } = this.settings;
      const isWhole = [rosterClaim, nameClaim, groupClaim].every((claim) => claim == null || said[claim] !== undefined);
      const asksMore = !isWhole && config.serverMetadata().userinfo_endpoint !== undefined;
      const more: Readonly<Record<string, unknown>> = asksMore
        ? await oidc.fetchUserInfo(config, tokens.access_token, said.sub)
        : {};
      return this.identity({ ...more, ...said, email_verified: isVerified(said, more) });
    } catch (error) {
      throw isUnreachable(error) ? this.down() : new RefusalError(403, 'issuer/refused');
    }
  }

  private identity(claims: Readonly<Record<string, unknown>> & { readonly sub: string }): Identity {
    const { rosterClaim, nameClaim, groupClaim } = this.settings;
    const textOf = (value: unknown) => {
      if (typeof value !== 'string' && typeof value !== 'number') return undefined;
      const text = String(value).trim();
      return text === '' || UNSEEN.test(text) ? undefined : text;
    };
    const text = (claim: string) => textOf(claims[claim]);
    if (text('sub') === undefined || claims.sub.length > MAX_SUBJECT) throw new RefusalError(403, 'issuer/refused');
    // If there are several groups, the first group is used. An issuer that proves no roster rows assigns no groups.
    const isGroup = groupClaim !== undefined && rosterClaim !== null;
    const group = isGroup ? textOf([claims[groupClaim]].flat()[0]) : undefined;
    // An e-mail address proves nothing until it is verified.
    const isProven = rosterClaim !== 'email' || claims.email_verified === true;
    return {
      subject: claims.sub,
      name: text(nameClaim),
      rosterId: isProven && rosterClaim !== null ? text(rosterClaim) : undefined,
      group: group && [...group].slice(0, MAX_GROUP).join(''),
    };
  }

  /** Returns the issuer's configuration. After a failed request, the next call requests the configuration again. */
  private async config(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.settings;
    this.found ??= oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: TIMEOUT,
      [oidc.customFetch]: (url, init) => fetchLimited(url, init as RequestInit, MAX_BYTES),
      ...(isOwnMachine(issuer) && { execute: [oidc.allowInsecureRequests] }),
    });
    try {
      return await this.found;
    } catch {
      this.found = undefined;
      throw this.down();
    }
  }

  private down(): RefusalError {
    return new RefusalError(503, 'issuer/down', { values: { name: this.settings.name } });
  }
}

function isUnreachable(error: unknown): boolean {
  const { name, cause } = error as Error;
  return (
    name === 'TimeoutError' ||
    (error instanceof TypeError && cause !== undefined) ||
    (error as { code?: string }).code === 'OAUTH_TIMEOUT'
  );
}

/**
 * Checks whether the issuer has verified the e-mail address: by the first response or, without `email_verified` in it,
 * by the second. If both contain an address, the addresses must be the same.
 */
export function isVerified(
  first: Readonly<Record<string, unknown>>,
  second: Readonly<Record<string, unknown>> = {},
): boolean {
  const isSame = first.email === undefined || second.email === undefined || first.email === second.email;
  return isSame && (first.email_verified ?? second.email_verified) === true;
}
