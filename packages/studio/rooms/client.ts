import type { ChoiceAnswer, RoomNews, RoomOrder, RoomRefusal, SeatGrant, SeatToken } from './messages.ts';
import { refusal } from './messages.ts';

/** A page's connection to a room. Addresses are relative, so that the page works on any server. */

/** Time without a message after which a stream is reopened, in milliseconds. */
const SILENT_MS = 6000;
/** Delay between the end of a stream and the next attempt, in milliseconds. */
const RETRY_MS = 500;

const UNREACHABLE = refusal('none', 'the server can’t be reached. Check your network');

async function post<T extends { readonly ok: boolean }>(
  code: string,
  body: Readonly<Record<string, unknown>>,
  token?: SeatToken,
): Promise<T | RoomRefusal> {
  try {
    const answer = await fetch(`api/rooms/${code}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization(token) },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as T | RoomRefusal;
  } catch {
    return UNREACHABLE;
  }
}

const authorization = (token: SeatToken | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

type RoomResult = { readonly ok: true } | RoomRefusal;

export const openRoom = (code: string, order: RoomOrder, name: string): Promise<SeatGrant | RoomRefusal> =>
  post(code, { do: 'open', ...order, name });
export const joinRoom = (code: string, name: string): Promise<SeatGrant | RoomRefusal> =>
  post(code, { do: 'join', name });
export const startMatch = (code: string, token: SeatToken): Promise<RoomResult> => post(code, { do: 'start' }, token);
export const leaveRoom = (code: string, token: SeatToken): Promise<RoomResult> => post(code, { do: 'leave' }, token);
export const sendChoice = (code: string, token: SeatToken, round: number, id: string): Promise<ChoiceAnswer> =>
  post<Extract<ChoiceAnswer, { ok: true }>>(code, { do: 'choose', round, id }, token);

interface RoomListener {
  onNews(news: RoomNews): void;
  /** Called when the stream is open, or is interrupted and will be reopened. */
  onConnected(isConnected: boolean): void;
  /** Called when the room no longer exists. */
  onRefused(refused: RoomRefusal): void;
}

/** Follows a room until the returned function is called. Reconnects after interruptions. */
export function followRoom(code: string, token: SeatToken | undefined, followed: RoomListener): () => void {
  let current: AbortController | undefined;
  let hasEnded = false;
  const follow = async (): Promise<void> => {
    while (!hasEnded) {
      const stream = new AbortController();
      current = stream;
      try {
        const answer = await fetch(`api/rooms/${code}`, {
          headers: authorization(token),
          signal: stream.signal,
          cache: 'no-store',
        });
        if (answer.headers.get('content-type')?.includes('json')) {
          const refused = (await answer.json()) as RoomRefusal;
          if (refused.code !== 'many') return followed.onRefused(refused);
        } else if (answer.ok) {
          followed.onConnected(true);
          await readNews(answer.body!, stream, followed.onNews);
        }
      } catch {
        // Tries to connect again below, as after an interruption.
      }
      if (hasEnded) return;
      followed.onConnected(false);
      await new Promise((done) => setTimeout(done, RETRY_MS));
    }
  };
  void follow();
  return () => {
    hasEnded = true;
    current?.abort();
  };
}

async function readNews(
  body: ReadableStream<Uint8Array>,
  stream: AbortController,
  onNews: (news: RoomNews) => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let silence: ReturnType<typeof setTimeout> | undefined;
  try {
    for (;;) {
      clearTimeout(silence);
      silence = setTimeout(() => stream.abort(), SILENT_MS);
      const { done, value } = await reader.read();
      if (done) return;
      const events = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = events.pop()!;
      for (const event of events) if (event.startsWith('data: ')) onNews(JSON.parse(event.slice(6)) as RoomNews);
    }
  } finally {
    clearTimeout(silence);
  }
}
