import type { ComponentChildren, JSX } from 'preact';
import { useContext, useRef, useState } from 'preact/hooks';
import { problemOf } from '../data/ask.ts';
import { t } from '../i18n/messages.ts';
import { Archived } from './archived.ts';
import { sentence } from './problem.tsx';

/** A button that asks the server something; what cannot be taken back is asked twice. Archived contests have none that changes them. */
export function Action(props: {
  children: ComponentChildren;
  run(): Promise<unknown>;
  /** The pending action, which must be confirmed. */
  sure?: string;
  class?: string | undefined;
  label?: string;
  /** It changes nothing, or may change an archived contest. */
  ofArchived?: boolean;
}): JSX.Element | null {
  const isArchived = useContext(Archived);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  // After the question the keyboard is at the button again.
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

/** Something to copy: a code, a link, a command. `unseen`: only the button, with the label. */
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
          // Browsers let only pages of https and of this machine copy; elsewhere it is selected by hand.
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
