import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { gunzipSync } from 'node:zlib';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** The measurements that the browsers of a crowd share. */
export class Ledger {
  isMeasuring = false;
  readonly answers: Record<string, number[]> = {};
  readonly failures: Record<string, number> = {};
  events = 0;
  broken = 0;

  answered(route: string, status: number, ms: number): void {
    if (!this.isMeasuring) return;
    if (status === 200) {
      this.answers[route] ??= [];
      this.answers[route].push(ms);
    } else this.failures[`${route} ${status}`] = (this.failures[`${route} ${status}`] ?? 0) + 1;
  }
}

/** A tab's connections: a connection for events, and one or two persistent connections for all other requests. */
export class Browser {
  private readonly url: string;
  private readonly cookie: string | undefined;
  private readonly localAddress: string;
  private readonly ledger: Ledger;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 2 });
  private stream: ClientRequest | undefined;
  private last: string | undefined;
  private isClosed = false;

  /** `localAddress`: the address of this machine from which the browser connects. */
  constructor(url: string, cookie: string | undefined, localAddress: string, ledger: Ledger) {
    this.url = url;
    this.cookie = cookie;
    this.localAddress = localAddress;
    this.ledger = ledger;
  }

  /** Sends a request and records the time until the last byte. Status 0: there was no reply. */
  async ask(route: string, path: string, call?: { readonly bytes: string }): Promise<Answer> {
    const begun = performance.now();
    const { status, bytes, packed } = await this.send(path, call).catch(() => NOBODY);
    // A closed tab doesn't need its replies.
    if (!this.isClosed) this.ledger.answered(route, status, performance.now() - begun);
    return { status, body: (packed ? gunzipSync(bytes) : bytes).toString('utf8') };
  }

  private send(
    path: string,
    call: { readonly bytes: string } | undefined,
  ): Promise<{ status: number; bytes: Buffer; packed: boolean }> {
    return new Promise((done, failed) => {
      const text = call?.bytes;
      const headers = {
        'accept-encoding': 'gzip',
        ...(this.cookie !== undefined && { cookie: this.cookie }),
        ...(text !== undefined && {
          origin: this.url,
          'content-type': 'application/octet-stream',
          'content-length': Buffer.byteLength(text),
        }),
      };
      const method = text === undefined ? 'GET' : 'POST';
      const { agent, localAddress } = this;
      const asked = request(`${this.url}${path}`, { agent, localAddress, method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', failed);
        response.once('end', () =>
          done({
            status: response.statusCode!,
            bytes: Buffer.concat(chunks),
            packed: response.headers['content-encoding'] === 'gzip',
          }),
        );
      });
      asked.once('error', failed);
      asked.end(text);
    });
  }

  /** Listens to events as browsers do: after a break, reconnects with the id of the last event. */
  listen(path: string, tell: (kind: string, data: string) => void): void {
    if (this.isClosed) return;
    const headers = {
      accept: 'text/event-stream',
      ...(this.cookie !== undefined && { cookie: this.cookie }),
      ...(this.last !== undefined && { 'last-event-id': this.last }),
    };
    const again = () => {
      if (this.isClosed || this.stream !== opened) return;
      this.ledger.broken++;
      this.stream = undefined;
      setTimeout(() => this.listen(path, tell), 2000);
    };
    const opened = request(
      `${this.url}${path}`,
      { agent: false, localAddress: this.localAddress, headers },
      (response) => {
        this.read(response, tell);
        response.once('error', again);
        response.once('close', again);
      },
    );
    this.stream = opened;
    opened.once('error', again);
    opened.end();
  }

  private read(response: IncomingMessage, tell: (kind: string, data: string) => void): void {
    let rest = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      const events = (rest + chunk).split('\n\n');
      rest = events.pop()!;
      for (const event of events) {
        const fields = new Map(event.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]));
        this.last = fields.get('id') ?? this.last;
        const kind = fields.get('event');
        if (kind === undefined || kind === 'beat') continue;
        this.ledger.events++;
        tell(kind, fields.get('data') ?? '');
      }
    });
  }

  close(): void {
    this.isClosed = true;
    this.stream?.destroy();
    this.agent.destroy();
  }
}

const NOBODY = { status: 0, bytes: Buffer.alloc(0), packed: false };
