import { useEffect, useRef } from 'preact/hooks';

/** Between the window that the hall sees and the presenter's notes. */
interface Word {
  /** The screen that is shown. */
  readonly at?: number;
  /** The notes were opened: where are we? */
  readonly ask?: true;
}

/** Keeps all windows of this browser that show a round's reveal on one screen. Returns what tells the others. */
export function useSharedScreen(name: string, at: number, show: (at: number) => void): (at: number) => void {
  const channel = useRef<BroadcastChannel>(undefined);
  const here = useRef(at);
  here.current = at;
  useEffect(() => {
    const opened = new BroadcastChannel(`reveal ${name}`);
    channel.current = opened;
    opened.onmessage = ({ data }: MessageEvent<Word>) => {
      if (data.ask) opened.postMessage({ at: here.current } satisfies Word);
      else if (typeof data.at === 'number') show(data.at);
    };
    opened.postMessage({ ask: true } satisfies Word);
    return () => opened.close();
  }, [name]);
  return (next) => channel.current?.postMessage({ at: next } satisfies Word);
}
