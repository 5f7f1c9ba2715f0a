import type { CallOf } from '../api/routes.ts';
import type { RunningServer } from '../server/start.ts';
import { Browser, serveTest, springOf } from './contest.ts';
import { fresh } from './databases.ts';
import { LearningPlatform, type PlatformMember } from './learning-platform.ts';

export const CLAIM = 'https://purl.imsglobal.org/spec/lti/claim';
export const ANNA = { user_id: '101', name: 'Anna Puig', email: 'anna@uni.example', lis_person_sourcedid: 'n1' };
export const TEACHER = { user_id: '900', name: 'Teresa Vila', email: 't@uni.example', role: 'Instructor' as const };

/** The final page of a launch, and the browser that it signed in. */
export interface LaunchResult {
  readonly status: number;
  readonly to: string;
  readonly text: string;
  readonly browser: Browser;
  /** The secret of a launch whose account isn't chosen yet. */
  readonly launch: string | undefined;
}

/** A learning platform that is registered at two servers of one contest `spring`, in which Ada and Bob participate. */
export class LtiStage {
  readonly platform: LearningPlatform;
  readonly server: RunningServer;
  /** Another server on the same database. */
  readonly other: RunningServer;
  readonly organiser: Browser;
  /** Ada's and Bob's browsers. */
  readonly people: readonly Browser[];
  /** The class code. */
  code: string;
  /** The registration's id. */
  id: number;

  private constructor(parts: Pick<LtiStage, 'platform' | 'server' | 'other' | 'organiser' | 'people' | 'code' | 'id'>) {
    ({
      platform: this.platform,
      server: this.server,
      other: this.other,
      organiser: this.organiser,
      people: this.people,
      code: this.code,
      id: this.id,
    } = parts);
  }

  static async start(): Promise<LtiStage> {
    const platform = await LearningPlatform.start();
    const place = await fresh();
    const { server, organiser, code, people } = await springOf(place, ['Ada', 'Bob']);
    const other = await serveTest(place, { play: undefined });
    platform.use(server.url);
    const { id } = await organiser.get('savePlatform', { body: platform.form });
    return new LtiStage({ platform, server, other, organiser, people, code, id });
  }

  async end(): Promise<void> {
    await this.other.close();
    await this.server.close();
    await this.platform.close();
  }

  readonly change = (more: Partial<CallOf<'savePlatform'>['body']>) =>
    this.organiser.get('savePlatform', { body: { ...this.platform.form, ...more, id: this.id } });

  readonly launchOf = (member: PlatformMember, link = 'link-1', custom: Record<string, string> = { code: this.code }) =>
    this.platform.launchOf(member, link, custom);

  /** Clicks the button of a launch in a browser, and follows the redirects to the final page. */
  async press(
    { forms }: Awaited<ReturnType<LearningPlatform['launch']>>,
    browser = new Browser(this.server.url),
  ): Promise<LaunchResult> {
    const [{ action, fields }] = forms;
    const jar = new Map<string, string>();
    if (browser.cookie) jar.set('ludus', browser.cookie.split('=')[1]);
    const go = async (path: string, init: RequestInit = {}): Promise<{ status: number; to: string; text: string }> => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(new URL(path, this.server.url), {
        redirect: 'manual',
        ...init,
        headers: { cookie, ...(init.headers as Record<string, string>) },
      });
      for (const set of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
        if (/expires=Thu, 01 Jan 1970/i.test(set)) jar.delete(name);
        else jar.set(name, value);
      }
      const next = response.headers.get('location');
      if (next?.startsWith('/api/')) return await go(next);
      return { status: response.status, to: next ?? '', text: await response.text() };
    };
    const end = await go(action, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: this.server.url },
    });
    if (jar.has('ludus')) browser.cookie = `ludus=${jar.get('ludus')}`;
    const launch = jar.get('ludus-launch');
    return { ...end, browser, launch };
  }

  readonly come = async (member: PlatformMember, browser?: Browser): Promise<LaunchResult> =>
    await this.press(await this.platform.launch(this.launchOf(member)), browser);
}
