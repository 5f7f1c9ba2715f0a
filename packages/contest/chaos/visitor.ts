import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf, sentWith } from '../api/client.ts';
import type { Route } from '../api/route.ts';
import { type CallOf, type ReplyOf, ROUTES, type RouteId } from '../api/routes.ts';

/** A visitor's browser: keeps the session's cookie, and sends the origin of the server's pages with each change. */
export class Visitor {
  private readonly url: string;
  /** The session's cookie, in the form in which a browser sends it. */
  cookie: string | undefined;

  constructor(url: string) {
    this.url = url;
  }

  /**
   * Calls a route.
   *
   * @throws Error with the status and the message if the server rejects the request
   */
  async ask<Id extends RouteId>(id: Id, call?: CallOf<Id>): Promise<ReplyOf<Id>> {
    return (await (await this.send(id, call)).json()) as ReplyOf<Id>;
  }

  /** Calls a route whose reply isn't JSON, and returns its text. */
  async text<Id extends RouteId>(id: Id, call?: CallOf<Id>): Promise<string> {
    return await (await this.send(id, call)).text();
  }

  private async send<Id extends RouteId>(id: Id, call?: CallOf<Id>): Promise<Response> {
    let response = await this.once(id, call);
    // If the server is overloaded, the page repeats the request after the given delay.
    for (; response.status === 503; response = await this.once(id, call))
      await sleep(1000 * Number(response.headers.get('retry-after') ?? 1));
    const [set] = response.headers.getSetCookie();
    if (set !== undefined) this.cookie = set.split(';')[0];
    if (!response.ok) throw new Error(`${id}: ${response.status} ${await response.text()}`);
    return response;
  }

  private async once<Id extends RouteId>(id: Id, call?: CallOf<Id>): Promise<Response> {
    const { method }: Route = ROUTES[id];
    const sent = sentWith(call);
    return await fetch(this.url + addressOf(id, call), {
      method,
      headers: {
        ...(method !== 'GET' && { origin: this.url }),
        ...(sent && { 'content-type': sent.type }),
        ...(this.cookie !== undefined && { cookie: this.cookie }),
      },
      ...(sent && { body: sent.body }),
    });
  }
}
