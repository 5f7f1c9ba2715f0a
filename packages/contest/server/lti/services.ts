import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Database } from '../../store/schema.ts';
import { type Answer, askPlatform, jsonIn, MAX_ANSWER_BYTES, unreadable } from './ask.ts';
import { signedForPlatform } from './keys.ts';
import type { Platform } from './platform.ts';

const TYPES = {
  members: 'application/vnd.ims.lti-nrps.v2.membershipcontainer+json',
  lineItem: 'application/vnd.ims.lis.v2.lineitem+json',
  lineItems: 'application/vnd.ims.lis.v2.lineitemcontainer+json',
  score: 'application/vnd.ims.lis.v1.score+json',
} as const;
/** Validity of a token request in seconds. */
const ASSERTION_SECONDS = 300;
/** Maximum number of pages in a list, in case a faulty platform always has another page. */
const MAX_PAGES = 200;

const member = z.looseObject({
  user_id: z.string().min(1).max(255),
  status: z.string().nullish(),
  roles: z.array(z.string()),
  name: z.string().nullish(),
  given_name: z.string().nullish(),
  family_name: z.string().nullish(),
  email: z.string().nullish(),
  lis_person_sourcedid: z.string().nullish(),
});
export type Member = z.output<typeof member>;
const lineItem = z.looseObject({ id: z.string(), resourceId: z.string().nullish(), tag: z.string().nullish() });

/** A mark for a platform. */
export interface Score {
  readonly subject: string;
  readonly mark: number;
  readonly most: number;
  /** The time of the mark. The platform accepts only scores that are newer than the stored score. */
  readonly at: Date;
}

/** The platform's services that this server uses for a course, with a token for some scopes. */
export class Services {
  private readonly platform: Platform;
  private readonly token: string;

  private constructor(platform: Platform, token: string) {
    this.platform = platform;
    this.token = token;
  }

  /**
   * Opens the services.
   *
   * @throws {RefusalError} if the platform returns no token
   */
  static async open(db: Database, platform: Platform, scopes: readonly string[]): Promise<Services> {
    const { client_id, token_url, audience } = platform;
    const assertion = await signedForPlatform(
      db,
      { iss: client_id, sub: client_id, aud: audience ?? token_url, jti: randomUUID() },
      ASSERTION_SECONDS,
    );
    const answer = await askPlatform(platform.name, token_url, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertion,
        scope: scopes.join(' '),
      }),
    });
    const read = z.looseObject({ access_token: z.string().min(1) }).safeParse(jsonIn(platform.name, answer));
    if (!read.success) throw unreadable(platform.name);
    return new Services(platform, read.data.access_token);
  }

  /** Returns all members of a course, from all pages of the list. */
  async members(url: string): Promise<Member[]> {
    const pages = await this.pages(url, TYPES.members);
    const read = z.array(z.looseObject({ members: z.array(member) })).safeParse(pages);
    if (!read.success) throw unreadable(this.platform.name);
    return read.data.flatMap(({ members }) => members);
  }

  /** Returns the line item of a contest's link in a course; creates it if there is none. */
  async lineItem(items: string, wanted: { link: string; resource: string; title: string; most: number }) {
    const { link, resource, title, most } = wanted;
    const url = new URL(items);
    url.searchParams.set('resource_link_id', link);
    const found = z.array(z.array(lineItem)).safeParse(await this.pages(url.href, TYPES.lineItems));
    if (!found.success) throw unreadable(this.platform.name);
    const known = found.data.flat().find(({ resourceId, tag }) => resourceId === resource && tag === TAG);
    if (known) return this.sameHost(known.id, items);
    const answer = await this.ask(items, {
      method: 'POST',
      headers: { 'content-type': TYPES.lineItem },
      body: JSON.stringify({ ...lineItemOf(resource, title, most), resourceLinkId: link }),
    });
    const made = lineItem.safeParse(jsonIn(this.platform.name, answer));
    if (!made.success) throw unreadable(this.platform.name);
    return this.sameHost(made.data.id, items);
  }

  async sendScore(item: string, { subject, mark, most, at }: Score): Promise<void> {
    const url = new URL(item);
    url.pathname = `${url.pathname.replace(/\/$/, '')}/scores`;
    await this.ask(url.href, {
      method: 'POST',
      headers: { 'content-type': TYPES.score },
      body: JSON.stringify({
        userId: subject,
        scoreGiven: mark,
        scoreMaximum: most,
        activityProgress: 'Completed',
        gradingProgress: 'FullyGraded',
        timestamp: at.toISOString(),
      }),
    });
  }

  private async pages(url: string, type: string): Promise<unknown[]> {
    const found: unknown[] = [];
    let left = MAX_ANSWER_BYTES;
    for (let next: string | undefined = url; next !== undefined; ) {
      if (found.length === MAX_PAGES) throw unreadable(this.platform.name);
      const answer = await this.ask(next, { headers: { accept: type } }, left);
      left -= Buffer.byteLength(answer.text);
      found.push(jsonIn(this.platform.name, answer));
      const link = nextIn(answer.headers.get('link'));
      next = link === undefined ? undefined : this.sameHost(new URL(link, next).href, next);
    }
    return found;
  }

  /** Checks that an address has the same host as `as`, since the token must be sent only to this host. */
  private sameHost(url: string, as: string): string {
    if (!URL.canParse(url) || new URL(url).host !== new URL(as).host) throw unreadable(this.platform.name);
    return url;
  }

  private ask(url: string, { headers, ...init }: RequestInit, maxBytes?: number): Promise<Answer> {
    const withToken = { ...init, headers: { ...headers, authorization: `Bearer ${this.token}` } };
    return askPlatform(this.platform.name, url, withToken, maxBytes);
  }
}

const TAG = 'ludus-marks';

/** Returns a column for the platform's gradebook. */
export const lineItemOf = (resource: string, title: string, most: number) => ({
  label: title,
  scoreMaximum: most,
  resourceId: resource,
  tag: TAG,
});

/** Returns the address of the next page from a header such as `<https://…>; rel="next"`. */
function nextIn(header: string | null): string | undefined {
  const links = [...(header ?? '').matchAll(/<([^>]*)>([^<]*)/g)];
  return links.find(([, , rest]) => /;\s*rel="?next"?/i.test(rest))?.[1];
}
