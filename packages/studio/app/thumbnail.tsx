import { paintThumbnail } from '@ludus/viewer/view.ts';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { viewOf } from '../games/views.ts';
import { theme } from './state.ts';

/** A board in small, as its game draws it. `text`: the board file. */
export function Thumbnail(props: { game: string; text: string }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = theme.value;
  useEffect(() => {
    const small = viewOf(props.game)?.thumbnail?.(props.text, colours);
    if (!canvas.current) return;
    // Some games have nothing to show in small.
    canvas.current.hidden = small === undefined;
    if (small) paintThumbnail(canvas.current, small);
  }, [props.game, props.text, colours]);
  return <canvas ref={canvas} class="thumbnail" role="img" aria-label="Preview of the board" />;
}
