import { signal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

const announced = signal('');

/** Makes screen readers read a text aloud, wherever the focus is. */
export function announce(text: string): void {
  // Screen readers ignore a text that is set again without a change.
  announced.value = announced.value === text ? `${text}\u00a0` : text;
}

/**
 * The live region for screen readers. The region stays in the page, because screen readers don't read a region that
 * appears together with its text.
 */
export const Announcements = (): JSX.Element => (
  <p class="visually-hidden" role="status">
    {announced}
  </p>
);

/** A paragraph that screen readers read when it appears and when it changes. */
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
