import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** Number of rows in the page outside the visible area. */
const SPARE = 6;

/**
 * A long list of rows with the same height. Only visible rows are in the page. The row `at` stays visible when `at`
 * changes.
 */
export function Rows<T>(props: {
  readonly items: readonly T[];
  /** Height of a row in CSS pixels. */
  readonly height: number;
  readonly at: number;
  readonly label: string;
  row(item: T, index: number): ComponentChildren;
}) {
  const { items, height, at } = props;
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ top: 0, height: 600 });
  const look = () => {
    const { scrollTop: top = 0, clientHeight: tall = 0 } = box.current ?? {};
    if (tall > 0 && (top !== seen.top || tall !== seen.height)) setSeen({ top, height: tall });
  };
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const middle = Math.max(0, at) * height + height / 2;
    const isSeen = middle >= element.scrollTop && middle <= element.scrollTop + element.clientHeight;
    if (!isSeen) element.scrollTop = middle - element.clientHeight / 2;
    look();
  }, [at, items, height]);
  const first = Math.max(0, Math.floor(seen.top / height) - SPARE);
  const end = Math.min(items.length, Math.ceil((seen.top + seen.height) / height) + SPARE);
  return (
    <div class="rows" ref={box} onScroll={look}>
      <ul aria-label={props.label} style={{ height: `${items.length * height}px`, paddingTop: `${first * height}px` }}>
        {items.slice(first, end).map((item, n) => props.row(item, first + n))}
      </ul>
    </div>
  );
}
