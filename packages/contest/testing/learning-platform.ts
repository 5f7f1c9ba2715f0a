import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRemoteJWKSet, exportJWK, generateKeyPair, type JWTPayload, jwtVerify, SignJWT } from 'jose';

const CLAIM = 'https://purl.imsglobal.org/spec/lti/claim';
const ROLE = 'http://purl.imsglobal.org/vocab/lis/v2/membership#';
const AGS = 'https://purl.imsglobal.org/spec/lti-ags';
const NRPS = 'https://purl.imsglobal.org/spec/lti-nrps';
export const CLIENT = 'client-of-ludus';
export const DEPLOYMENT = '1';

/** A person on the platform, with the data that the platform's lists contain. */
export interface PlatformMember {
  readonly user_id: string;
  readonly name?: string;
  readonly email?: string;
  readonly lis_person_sourcedid?: string;
  readonly status?: 'Active' | 'Inactive';
  readonly role?: 'Learner' | 'Instructor';
}

/** Changes to a message before it is signed, and to the signature. */
export interface MessageTampering {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly key?: 'own' | 'unknown' | 'forged';
  readonly nonce?: string;
}

interface Form {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * A learning platform that supports LTI 1.3 with Deep Linking 2.0, Names and Roles 2.0, Assignment and Grade Services
 * 2.0, and dynamic registration. It signs with RSA, and checks the tool's signatures.
 */
export class LearningPlatform {
  readonly members: PlatformMember[] = [];
  /** The accepted scores in the order of their arrival, and the line items. */
  readonly scores: Record<string, unknown>[] = [];
  readonly lineItems: Record<string, unknown>[] = [];
  /** The users whose scores are rejected. */
  readonly refuses = new Set<string>();
  /** The newest registration. */
  registration: Record<string, unknown> | undefined;
  pageSize = 2;
  asked = 0;
  url = '';
  private tool = '';
  private readonly http = createServer((request, response) => {
    this.answer(request, response).catch((error) => {
      response.writeHead(400).end(String(error));
    });
  });
  private keys!: Awaited<ReturnType<typeof generateKeyPair>>;
  private otherKeys!: Awaited<ReturnType<typeof generateKeyPair>>;

  static async start(): Promise<LearningPlatform> {
    const platform = new LearningPlatform();
    platform.keys = await generateKeyPair('RS256', { extractable: true });
    platform.otherKeys = await generateKeyPair('RS256', { extractable: true });
    await new Promise<void>((done) => platform.http.listen(0, '127.0.0.1', done));
    platform.url = `http://127.0.0.1:${(platform.http.address() as AddressInfo).port}`;
    return platform;
  }

  /** Parameters of links, by their names. */
  readonly links = new Map<string, Record<string, string>>();
  private placed(member: PlatformMember, link: string): JWTPayload {
    return link === 'choose' ? this.deepLinkingOf(member) : this.launchOf(member, link, this.links.get(link));
  }

  /** Sets the server that is the tool. */
  use(tool: string): void {
    this.tool = tool;
  }

  async close(): Promise<void> {
    this.http.closeAllConnections();
    await new Promise((done) => this.http.close(done));
  }

  get form() {
    return {
      name: 'Test Campus',
      issuer: this.url,
      clientId: CLIENT,
      deployments: [DEPLOYMENT],
      authUrl: `${this.url}/auth`,
      tokenUrl: `${this.url}/token`,
      jwksUrl: `${this.url}/jwks`,
    };
  }

  /** Returns the claims of the message that launches a member from a link in a course. */
  launchOf(member: PlatformMember, link: string, custom: Record<string, string> = {}): JWTPayload {
    return {
      ...this.common(member),
      [`${CLAIM}/message_type`]: 'LtiResourceLinkRequest',
      [`${CLAIM}/target_link_uri`]: `${this.tool}/api/lti/launch`,
      [`${CLAIM}/resource_link`]: { id: link, title: 'The contest' },
      ...(Object.keys(custom).length > 0 && { [`${CLAIM}/custom`]: custom }),
      [`${AGS}/claim/endpoint`]: {
        scope: [`${AGS}/scope/lineitem`, `${AGS}/scope/score`],
        lineitems: `${this.url}/lineitems?type=1`,
      },
      [`${NRPS}/claim/namesroleservice`]: {
        context_memberships_url: `${this.url}/members`,
        service_versions: ['2.0'],
      },
    };
  }

  deepLinkingOf(member: PlatformMember): JWTPayload {
    return {
      ...this.common(member),
      [`${CLAIM}/message_type`]: 'LtiDeepLinkingRequest',
      'https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings': {
        deep_link_return_url: `${this.url}/return`,
        accept_types: ['link', 'ltiResourceLink'],
        accept_presentation_document_targets: ['iframe', 'window'],
        data: 'kept by the platform',
      },
    };
  }

  private common({ user_id, name, email, lis_person_sourcedid, role = 'Learner' }: PlatformMember): JWTPayload {
    return {
      iss: this.url,
      aud: [CLIENT],
      sub: user_id,
      ...(name !== undefined && { name }),
      ...(email !== undefined && { email }),
      [`${CLAIM}/version`]: '1.3.0',
      [`${CLAIM}/deployment_id`]: DEPLOYMENT,
      [`${CLAIM}/roles`]: [`${ROLE}${role}`],
      [`${CLAIM}/context`]: { id: 'course-7', title: 'Programming 2' },
      [`${CLAIM}/lis`]: { person_sourcedid: lis_person_sourcedid ?? '' },
      [`${CLAIM}/launch_presentation`]: { document_target: 'iframe', locale: 'en' },
    };
  }

  /** Starts a launch as the platform's page does. Returns the tool's authentication request. */
  async begin(by: 'GET' | 'POST' = 'GET', more: Record<string, string> = {}): Promise<URLSearchParams> {
    const fields = new URLSearchParams({
      iss: this.url,
      login_hint: 'someone',
      target_link_uri: `${this.tool}/api/lti/launch`,
      client_id: CLIENT,
      lti_message_hint: 'hint',
      ...more,
    });
    const url = `${this.tool}/api/lti/login`;
    const response = await (by === 'GET'
      ? fetch(`${url}?${fields}`, { redirect: 'manual' })
      : fetch(url, { method: 'POST', body: fields, redirect: 'manual', headers: { origin: this.url } }));
    const to = response.headers.get('location');
    if (to === null) throw new Error(`${response.status} ${await response.text()}`);
    return new URL(to).searchParams;
  }

  /** Returns a signed response to the authentication request. */
  async answerOf(
    question: URLSearchParams,
    claims: JWTPayload,
    { claims: bent = {}, key = 'own', nonce }: MessageTampering = {},
  ) {
    const header = { alg: 'RS256', kid: key === 'unknown' ? 'unknown' : 'first' };
    const payload = { nonce: nonce ?? question.get('nonce')!, ...claims, ...bent };
    const token = new SignJWT(payload).setProtectedHeader(header);
    if (!('iat' in bent)) token.setIssuedAt();
    if (!('exp' in bent)) token.setExpirationTime('5 min');
    return {
      state: question.get('state')!,
      id_token: await token.sign((key === 'own' ? this.keys : this.otherKeys).privateKey),
    };
  }

  /** Sends the response to the tool in the same way as the form on the platform's page. */
  async send(fields: Record<string, string>): Promise<{ status: number; text: string; forms: Form[]; policy: string }> {
    const response = await fetch(`${this.tool}/api/lti/launch`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
      headers: { origin: this.url, 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' },
    });
    const text = await response.text();
    const policy = response.headers.get('content-security-policy') ?? '';
    return { status: response.status, text, forms: formsIn(text), policy };
  }

  async launch(claims: JWTPayload, bent?: MessageTampering) {
    return await this.send(await this.answerOf(await this.begin(), claims, bent));
  }

  /** Returns the content of a deep-linking response, if the tool has signed it. */
  async chosen(jwt: string): Promise<JWTPayload> {
    const keys = createRemoteJWKSet(new URL(`${this.tool}/api/lti/keys`));
    return (await jwtVerify(jwt, keys, { issuer: CLIENT, audience: this.url, requiredClaims: ['exp', 'iat', 'nonce'] }))
      .payload;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.asked++;
    const { pathname, searchParams } = new URL(request.url!, this.url);
    const json = (status: number, value: unknown, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
    const body = await textOf(request);
    if (pathname === '/jwks') {
      const jwk = await exportJWK(this.keys.publicKey);
      return void json(200, { keys: [{ ...jwk, kid: 'first', alg: 'RS256', use: 'sig' }] });
    }
    const page = (html: string) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html>${html}`);
    if (pathname.startsWith('/course/')) {
      const [, , who, link] = pathname.split('/');
      const begin = new URLSearchParams({ iss: this.url, client_id: CLIENT, login_hint: who, lti_message_hint: link });
      return void page(
        `<title>Course</title><iframe title="Ludus" width="700" height="400" src="${this.tool}/api/lti/login?${begin}"></iframe>`,
      );
    }
    if (pathname === '/auth') {
      const member = this.members.find(({ user_id }) => user_id === searchParams.get('login_hint'));
      const answer = await this.answerOf(searchParams, this.placed(member!, searchParams.get('lti_message_hint')!));
      const inputs = Object.entries(answer).map(([name, value]) => `<input name="${name}" value="${value}">`);
      return void page(
        `<form method="post" action="${searchParams.get('redirect_uri')}">${inputs.join('')}</form><script>document.forms[0].submit()</script>`,
      );
    }
    if (pathname === '/.well-known/openid-configuration')
      return void json(200, {
        issuer: this.url,
        authorization_endpoint: `${this.url}/auth`,
        token_endpoint: `${this.url}/token`,
        jwks_uri: `${this.url}/jwks`,
        registration_endpoint: `${this.url}/register`,
        'https://purl.imsglobal.org/spec/lti-platform-configuration': { product_family_code: 'moodle', version: '5' },
      });
    if (pathname === '/register') {
      if (request.headers.authorization !== 'Bearer one registration') return void json(401, {});
      this.registration = JSON.parse(body);
      const tool = 'https://purl.imsglobal.org/spec/lti-tool-configuration';
      return void json(200, { ...this.registration, client_id: CLIENT, [tool]: { deployment_id: DEPLOYMENT } });
    }
    if (pathname === '/token') return void json(200, await this.tokenFor(new URLSearchParams(body)));
    const scope = /^Bearer token for (.*)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const mustHave = (wanted: string) => {
      if (!scope.split(' ').includes(wanted)) throw new Error(`no scope ${wanted}`);
    };
    if (pathname === '/members') {
      mustHave(`${NRPS}/scope/contextmembership.readonly`);
      const from = Number(searchParams.get('from') ?? 0);
      const next = from + this.pageSize;
      const link = next < this.members.length ? { link: `<${this.url}/members?from=${next}>; rel="next"` } : {};
      const members = this.members.slice(from, next).map(({ role = 'Learner', status = 'Active', ...member }) => ({
        ...member,
        status,
        roles: [`${ROLE}${role}`],
      }));
      return void json(200, { id: `${this.url}/members`, context: { id: 'course-7' }, members }, link);
    }
    if (pathname === '/lineitems') {
      mustHave(`${AGS}/scope/lineitem`);
      if (request.method === 'GET')
        return void json(
          200,
          this.lineItems.filter(({ resourceLinkId }) => resourceLinkId === searchParams.get('resource_link_id')),
        );
      const made = { id: `${this.url}/item/${this.lineItems.length}?type=1`, ...JSON.parse(body) };
      this.lineItems.push(made);
      return void json(201, made);
    }
    if (/^\/item\/\d+\/scores$/.test(pathname)) {
      mustHave(`${AGS}/scope/score`);
      const score = JSON.parse(body);
      if (this.refuses.has(score.userId)) return void response.writeHead(422).end('no such student');
      const newest = this.scores.findLast(({ userId }) => userId === score.userId)?.timestamp;
      if (newest !== undefined && String(newest) >= score.timestamp) return void response.writeHead(409).end('too old');
      this.scores.push({ ...score, item: pathname, type: request.headers['content-type'] });
      return void response.writeHead(204).end();
    }
    response.writeHead(404).end();
  }

  /** Returns a token for the tool, after checking the signature that proves the tool's identity. */
  private async tokenFor(form: URLSearchParams): Promise<object> {
    const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
    if (form.get('grant_type') !== 'client_credentials' || form.get('client_assertion_type') !== type)
      throw new Error('no client assertion');
    const keys = createRemoteJWKSet(new URL(`${this.tool}/api/lti/keys`));
    const { payload } = await jwtVerify(form.get('client_assertion')!, keys, {
      issuer: CLIENT,
      subject: CLIENT,
      audience: `${this.url}/token`,
      requiredClaims: ['exp', 'iat', 'jti'],
    });
    if (payload.exp! - payload.iat! > 3600) throw new Error('the assertion is good for too long');
    return { access_token: `token for ${form.get('scope')}`, token_type: 'Bearer', expires_in: 3600 };
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}

/** Returns the forms of a page, with the fields that a browser would send. */
function formsIn(html: string): Form[] {
  const plain = (text: string) =>
    text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity as keyof typeof ENTITIES]);
  return [...html.matchAll(/<form method="post" action="([^"]*)"[^>]*>(.*?)<\/form>/gs)].map(([, action, inside]) => ({
    action: plain(action),
    fields: Object.fromEntries(
      [...inside.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, name, value]) => [
        plain(name),
        plain(value),
      ]),
    ),
  }));
}
const ENTITIES = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" } as const;
