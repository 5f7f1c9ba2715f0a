import { Browser } from './contest.ts';

/** A browser that follows redirects and keeps the cookies of both servers. */
export class Visitor {
  private readonly jars = new Map<string, Map<string, string>>();
  readonly seen: string[] = [];
  /** Whether the browser doesn't follow the redirect from the provider to the server. */
  stops = false;

  private jarOf(origin: string): Map<string, string> {
    const jar = this.jars.get(origin) ?? new Map<string, string>();
    this.jars.set(origin, jar);
    return jar;
  }

  private keep(origin: string, response: Response): void {
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
      if (/expires=Thu, 01 Jan 1970/i.test(set)) this.jarOf(origin).delete(name);
      else this.jarOf(origin).set(name, value);
    }
  }

  async go(url: string, form?: Record<string, string>): Promise<{ readonly url: string; readonly text: string }> {
    const { origin } = new URL(url);
    if (this.stops && url.includes('/api/sign-in/end/')) return { url, text: '' };
    this.seen.push(url);
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...this.jarOf(origin)].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    this.keep(origin, response);
    const next = response.headers.get('location');
    if (next === null) return { url, text: await response.text() };
    return await this.go(new URL(next, url).href);
  }

  /** Signs in and consents on the provider's pages. Returns the final address. */
  async signIn(server: string, account: string, to = '/'): Promise<URL> {
    return await this.introduce(server, account, `${server}/api/sign-in/begin/uni?to=${encodeURIComponent(to)}`);
  }

  /** Links the user's account, by signing in with the button on the account page. */
  async link(server: string, account: string): Promise<URL> {
    const response = await this.asking(server).ask('linkSignIn', { params: { issuer: 'uni' } });
    this.keep(server, response);
    const { url } = (await response.json()) as { url: string };
    return await this.introduce(server, account, url);
  }

  private async introduce(server: string, account: string, url: string): Promise<URL> {
    let page = await this.go(url);
    for (const form of [
      { prompt: 'login', login: account, password: 'any' },
      { prompt: 'consent', login: '', password: '' },
    ]) {
      if (new URL(page.url).origin === server) break;
      page = await this.go(page.url, form);
    }
    return new URL(page.url);
  }

  /** Returns the same browser for calls of our routes. */
  asking(server: string): Browser {
    const browser = new Browser(server);
    browser.cookie = `ludus=${this.jars.get(server)?.get('ludus')}`;
    return browser;
  }

  take(server: string, browser: Browser): void {
    const [name, value] = browser.cookie!.split(/=(.*)/);
    this.jars.set(server, new Map([[name, value]]));
  }
}
