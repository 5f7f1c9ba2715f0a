import { useEffect, useRef } from 'preact/hooks';

/** Between the window that the hall sees and the presenter's notes. */
interface Word {
  /** The screen that is shown. */
  readonly at?: number;
  /** The notes were opened: where are we? */
  readonly ask?: true;
}

/** Sends words to the other windows. */
interface Wire {
  postMessage(word: Word): void;
  close(): void;
}
type OpenWire = (hear: (word: Word) => void) => Wire;

/** All windows of this browser that show the reveal of this name. */
export const channelWire =
  (name: string): OpenWire =>
  (hear) => {
    const channel = new BroadcastChannel(`reveal ${name}`);
    channel.onmessage = ({ data }: MessageEvent<Word>) => hear(data);
    return channel;
  };

/** The window that this one opened, or was opened by: browsers let pages of files share no channel. */
export const windowWire: OpenWire = (hear) => {
  let other = window.opener as Window | null;
  const listen = ({ data, source }: MessageEvent<Word | null>) => {
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

/** Keeps all windows on a wire on one screen. Returns what tells the others. `wire`: the same one in each call. */
export function useSharedScreen(wire: OpenWire, at: number, show: (at: number) => void): (at: number) => void {
  const open = useRef<Wire>(undefined);
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
