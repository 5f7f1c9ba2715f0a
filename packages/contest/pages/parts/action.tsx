import type { ComponentChildren, JSX } from 'preact';
import { useContext, useRef, useState } from 'preact/hooks';
import { problemOf } from '../data/ask.ts';
import { t } from '../i18n/messages.ts';
import { Archived } from './archived.ts';
import { sentence } from './problem.tsx';

/**
 * A button that calls the server, and asks for confirmation if the action can't be undone. The button isn't shown if
 * the action would change an archived contest.
 */
export function Action(props: {
  children: ComponentChildren;
  run(): Promise<unknown>;
  /** The question that asks for confirmation. */
  sure?: string;
  class?: string | undefined;
  label?: string;
  /** Whether the action is possible in an archived contest. */
  ofArchived?: boolean;
}): JSX.Element | null {
  const isArchived = useContext(Archived);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  // After the question, the button gets the focus again.
  const isBack = useRef(false);
  const answered = () => {
    isBack.current = true;
    setAsking(false);
  };
  const run = async () => {
    if (asking) answered();
    setBusy(true);
    setProblem(undefined);
    try {
      await props.run();
    } catch (error) {
      setProblem(sentence(problemOf(error)));
    } finally {
      setBusy(false);
    }
  };
  if (isArchived && !props.ofArchived) return null;
  if (asking)
    return (
      <span class="sure" role="alertdialog" aria-label={props.sure}>
        <span>{props.sure}</span>
        <button type="button" class="danger" ref={(button) => button?.focus()} onClick={() => void run()}>
          {t('yes')}
        </button>
        <button type="button" onClick={answered}>
          {t('no')}
        </button>
      </span>
    );
  return (
    <>
      <button
        type="button"
        ref={(button) => {
          if (isBack.current) button?.focus();
          isBack.current &&= button === null;
        }}
        class={props.class}
        aria-label={props.label}
        aria-busy={busy}
        onClick={() => (props.sure === undefined ? void run() : setAsking(true))}
      >
        {props.children}
      </button>
      {problem && (
        <span class="problem" role="alert">
          {problem}
        </span>
      )}
    </>
  );
}

/** A text to copy: a code, a link, or a command. `unseen`: hides the text, and shows only the button with the label. */
export function Copy(props: { text: string; label: string; unseen?: boolean }): JSX.Element {
  const [copied, setCopied] = useState(false);
  return (
    <span class="copy">
      {!props.unseen && <code>{props.text}</code>}
      <button
        type="button"
        class="quiet"
        aria-label={props.unseen ? undefined : `${t('copy')}: ${props.label}`}
        onClick={() => {
          // Browsers allow pages to copy only over HTTPS or from this machine; otherwise the user must select the text.
          void navigator.clipboard?.writeText(props.text).then(() => {
            setCopied(true);
            setTimeout(setCopied, 1500, false);
          });
        }}
      >
        {copied ? t('copied') : props.unseen ? props.label : t('copy')}
      </button>
    </span>
  );
}
