import * as oidc from 'openid-client';
import * as z from 'zod';
import { issuerId } from '../api/sign-in.ts';
import { fetchLimited } from './lti/ask.ts';
import { Refusal } from './refusal.ts';

/** Characters that no one sees: a claim that has any isn't taken. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}]/u;
/** Characters of a group's name. */
const MAX_GROUP = 60;
/** Maximum length of a subject in characters. Longer ones don't fit an index. */
const MAX_SUBJECT = 255;
/** Seconds that the issuer has for an answer, and the bytes that it has. */
const TIMEOUT = 10;
const MAX_BYTES = 2 ** 20;

/** On this machine no one can read the traffic. */
const isOwnMachine = (url: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(URL.parse(url)?.hostname ?? '');

/** The settings of an issuer, as its file has them. */
export const issuerSettings = z.strictObject({
  /** Its short name in addresses. */
  id: issuerId,
  issuer: z
    .url({ protocol: /^https?$/ })
    .refine(
      (url) => url.startsWith('https:') || isOwnMachine(url),
      'the address must begin with https://, because http:// is allowed only for an issuer on this machine',
    ),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  /** Its name on the button. */
  name: z.string().trim().min(1).max(60),
  scope: z
    .string()
    .regex(/\bopenid\b/)
    .default('openid profile email'),
  /** The claim that is the id on rosters, and the one that is the name. Null: this issuer proves no rows. */
  rosterClaim: z.string().min(1).nullable().default('email'),
  nameClaim: z.string().min(1).default('name'),
  /** The claim that is the group of a row that has none. */
  groupClaim: z.string().min(1).optional(),
});
export type IssuerSettings = z.output<typeof issuerSettings>;

/** How people sign in, as the file of `ludus serve --sign-in` has it. */
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

/** The secrets of one way to the issuer and back, known to this server and the browser. */
export interface Way {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** A person by the issuer’s word. */
export interface Identity {
  readonly subject: string;
  readonly name: string | undefined;
  readonly rosterId: string | undefined;
  readonly group?: string | undefined;
}

/** An issuer of OpenID Connect: the code flow with PKCE, state, and nonce. */
export class Issuer {
  readonly settings: IssuerSettings;
  private found: Promise<oidc.Configuration> | undefined;

  constructor(settings: IssuerSettings) {
    this.settings = settings;
  }

  /** The issuer's address to send a browser to, which it leaves for `back`. */
  async begin(back: string): Promise<{ readonly url: URL; readonly way: Way }> {
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
      // It gives no address, or one that isn't of the web.
      throw this.down();
    }
  }

  /** The person who came back to this address. */
  async end(address: URL, { state, nonce, verifier }: Way): Promise<Identity> {
    const config = await this.config();
    try {
      const tokens = await oidc.authorizationCodeGrant(config, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const said: Readonly<Record<string, unknown>> & { readonly sub: string } = tokens.claims()!;
      // Small tokens leave claims to be asked for.
      const { rosterClaim, nameClaim, groupClaim } = this.settings;
      const isWhole = [rosterClaim, nameClaim, groupClaim].every((claim) => claim == null || said[claim] !== undefined);
      const asksMore = !isWhole && config.serverMetadata().userinfo_endpoint !== undefined;
      const more: Readonly<Record<string, unknown>> = asksMore
        ? await oidc.fetchUserInfo(config, tokens.access_token, said.sub)
        : {};
      return this.identity({ ...more, ...said, email_verified: isVerified(said, more) });
    } catch (error) {
      throw isUnreachable(error) ? this.down() : new Refusal(403, 'issuer/refused');
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
    if (text('sub') === undefined || claims.sub.length > MAX_SUBJECT) throw new Refusal(403, 'issuer/refused');
    // Of several groups the first one counts. Without a row there is no group.
    const isGroup = groupClaim !== undefined && rosterClaim !== null;
    const group = isGroup ? textOf([claims[groupClaim]].flat()[0]) : undefined;
    // Anyone may call an address theirs until it is verified.
    const isProven = rosterClaim !== 'email' || claims.email_verified === true;
    return {
      subject: claims.sub,
      name: text(nameClaim),
      rosterId: isProven && rosterClaim !== null ? text(rosterClaim) : undefined,
      group: group && [...group].slice(0, MAX_GROUP).join(''),
    };
  }

  /** The issuer's own description; it is asked for again where it didn't come. */
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

  private down(): Refusal {
    return new Refusal(503, 'issuer/down', { values: { name: this.settings.name } });
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

/** Whether the first answer's address is verified. If only the second one says so, it must be of the same address. */
export function isVerified(
  first: Readonly<Record<string, unknown>>,
  second: Readonly<Record<string, unknown>> = {},
): boolean {
  const isSame = first.email === undefined || second.email === undefined || first.email === second.email;
  return isSame && (first.email_verified ?? second.email_verified) === true;
}
