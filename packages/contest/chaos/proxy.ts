import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lehmer } from '@ludus/kernel/lehmer.ts';

/** Number of faults that were injected into requests, and number of the errors that they caused. */
export interface FaultCounts {
  /** Number of replies that were dropped after the server had processed their requests. */
  lost: number;
  /** Number of results that were sent five times. */
  fiveTimes: number;
  /** Number of requests that were delayed by several seconds. */
  delayed: number;
  /** Number of results that were sent again much later, in total and after a restore. */
  late: number;
  beforeRestore: number;
  /** Number of results that were accepted although they were from before a restore; must be 0. */
  takenWrongly: number;
  /** Number of repeated results that changed something although the same result had already been stored; must be 0. */
  storedTwice: number;
}

interface ProxiedReply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

interface ProxiedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

const RESULT = '/api/jobs/result';
/** By fault: the percentage of requests into which the fault is injected. */
const ODDS = { lost: 5, fiveTimes: 6, delayed: 4, kept: 15 };
const MAX_DELAY_MS = 3000;
const MAX_KEPT = 40;

/**
 * A proxy between workers and a server that may be down. It passes on requests, and injects the faults of a bad
 * network. `port`: returns the server's current port.
 */
export class BadNetwork {
  readonly mischief: FaultCounts = {
    lost: 0,
    fiveTimes: 0,
    delayed: 0,
    late: 0,
    beforeRestore: 0,
    takenWrongly: 0,
    storedTwice: 0,
  };
  private readonly agent = new Agent({ keepAlive: false });
  private readonly server = createServer((asked, reply) => void this.answer(asked, reply));
  private readonly kept: { readonly asked: ProxiedRequest; restores: number }[] = [];
  private readonly random: Lehmer | undefined;
  private readonly port: () => number;

  /** `random`: undefined for a proxy without faults. */
  constructor(port: () => number, random: Lehmer | undefined) {
    this.port = port;
    this.random = random;
  }

  async listen(): Promise<string> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
    this.agent.destroy();
  }

  /** Marks all requests that have been kept so far as older than the restore of the database. */
  restored(): void {
    for (const each of this.kept) each.restores++;
  }

  /** Sends all requests that have been kept once more. */
  async sendLate(): Promise<void> {
    for (const { asked, restores } of this.kept.splice(0)) {
      const passed = await this.pass(asked).catch(() => undefined);
      if (passed === undefined) continue;
      this.mischief.late++;
      if (restores > 0) this.mischief.beforeRestore++;
      if (restores > 0 && passed.status === 200) this.mischief.takenWrongly++;
    }
  }

  /** Keeps the latest requests, because after a restore, some of these requests are newer than the database. */
  private keep(asked: ProxiedRequest): void {
    this.kept.push({ asked, restores: 0 });
    if (this.kept.length > MAX_KEPT) this.kept.shift();
  }

  private drawn(percent: number): boolean {
    return this.random !== undefined && this.random.range(0, 99) < percent;
  }

  private async answer(incoming: IncomingMessage, reply: ServerResponse): Promise<void> {
    try {
      const asked = await read(incoming);
      const isResult = asked.url === RESULT;
      if (this.drawn(ODDS.delayed)) {
        this.mischief.delayed++;
        await sleep(this.random!.range(100, MAX_DELAY_MS));
      }
      const passed = await this.pass(asked);
      if (isResult && this.drawn(ODDS.kept)) this.keep(asked);
      if (isResult && this.drawn(ODDS.fiveTimes)) await this.again(asked, passed);
      if (this.drawn(ODDS.lost)) {
        this.mischief.lost++;
        reply.destroy();
        return;
      }
      const { connection: _, 'transfer-encoding': __, 'keep-alive': ___, ...headers } = passed.headers;
      reply.writeHead(passed.status, { ...headers, 'content-length': passed.body.length, connection: 'close' });
      reply.end(passed.body);
    } catch {
      // The server is down, so the connection is closed.
      reply.destroy();
    }
  }

  /**
   * Sends the request four more times, two of them at the same time. Each time, the server must report that it stored
   * nothing, or that the lease has expired.
   */
  private async again(asked: ProxiedRequest, first: ProxiedReply): Promise<void> {
    this.mischief.fiveTimes++;
    const more = [
      ...(await Promise.all([this.pass(asked), this.pass(asked)])),
      await this.pass(asked),
      await this.pass(asked),
    ];
    if (first.status !== 200) return;
    for (const { status, body } of more)
      if (status === 200 && (JSON.parse(body.toString('utf8')) as { stored: boolean }).stored)
        this.mischief.storedTwice++;
  }

  private pass({ method, url, headers, body }: ProxiedRequest): Promise<ProxiedReply> {
    return new Promise((done, failed) => {
      const { host: _, connection: __, 'transfer-encoding': ___, ...rest } = headers;
      const going = request(
        {
          host: '127.0.0.1',
          port: this.port(),
          method,
          path: url,
          headers: { ...rest, 'content-length': body.length },
          agent: this.agent,
        },
        (answer) => {
          read(answer).then(
            ({ body: text }) => done({ status: answer.statusCode!, headers: answer.headers, body: text }),
            failed,
          );
        },
      );
      going.on('error', failed);
      going.end(body);
    });
  }
}

async function read(message: IncomingMessage): Promise<ProxiedRequest> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  if (!message.complete) throw new Error('the connection was interrupted');
  return {
    method: message.method ?? 'GET',
    url: message.url ?? '/',
    headers: message.headers,
    body: Buffer.concat(pieces),
  };
}
