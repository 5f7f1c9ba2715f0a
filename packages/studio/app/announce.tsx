import { signal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

const announced = signal('');

/** Has screen readers read a sentence, wherever the focus is. */
export function announce(text: string): void {
  // The same sentence again is another one to them.
  announced.value = announced.value === text ? `${text}\u00a0` : text;
}

/** The region that screen readers listen to. It stays in the page: one that comes with its text is not read. */
export const Announcements = (): JSX.Element => (
  <p class="visually-hidden" role="status">
    {announced}
  </p>
);

/** A paragraph that is read when it comes into the page, and whenever it changes. */
export function Announced(props: { class: string; children: ComponentChildren }): JSX.Element {
  const paragraph = useRef<HTMLParagraphElement>(null);
  const before = useRef('');
  useEffect(() => {
    const text = paragraph.current!.textContent ?? '';
    if (text !== before.current) announce(text);
    before.current = text;
  });
  return (
    <p ref={paragraph} class={props.class}>
      {props.children}
    </p>
  );
}
