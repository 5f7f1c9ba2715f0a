import { useEffect, useRef } from 'preact/hooks';

/** A message between the audience's window and the presenter's notes. */
interface PresenterMessage {
  /** The current screen. */
  readonly at?: number;
  /** Asks for the current screen, after the notes were opened. */
  readonly ask?: true;
}

/** A connection that sends messages to the other windows. */
interface PresenterChannel {
  postMessage(word: PresenterMessage): void;
  close(): void;
}
type OpenChannel = (hear: (word: PresenterMessage) => void) => PresenterChannel;

/** Connects all windows of this browser that show the reveal with this name. */
export const channelWire =
  (name: string): OpenChannel =>
  (hear) => {
    const channel = new BroadcastChannel(`reveal ${name}`);
    channel.onmessage = ({ data }: MessageEvent<PresenterMessage>) => hear(data);
    return channel;
  };

/**
 * Connects this window to its opener, or to the window that it opened, since browsers allow no channels between pages
 * from files.
 */
export const windowWire: OpenChannel = (hear) => {
  let other = window.opener as Window | null;
  const listen = ({ data, source }: MessageEvent<PresenterMessage | null>) => {
    if (typeof data !== 'object' || data === null) return;
    other = source as Window;
    hear(data);
  };
  addEventListener('message', listen);
  return {
    postMessage: (word) => other?.postMessage(word, '*'),
    close: () => removeEventListener('message', listen),
  };
};

/**
 * Keeps all connected windows on the same screen. Returns a function that reports the screen to the other windows.
 * `wire`: must be the same function in each call.
 */
export function useSharedScreen(wire: OpenChannel, at: number, show: (at: number) => void): (at: number) => void {
  const open = useRef<PresenterChannel>(undefined);
  const here = useRef(at);
  here.current = at;
  useEffect(() => {
    const opened = wire(({ ask, at: there }) => {
      if (ask) opened.postMessage({ at: here.current });
      else if (Number.isInteger(there)) show(Math.max(0, there!));
    });
    open.current = opened;
    opened.postMessage({ ask: true });
    return () => opened.close();
  }, [wire]);
  return (next) => open.current?.postMessage({ at: next });
}
