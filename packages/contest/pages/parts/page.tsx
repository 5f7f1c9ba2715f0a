import type { ComponentChildren, JSX } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import type { ApiProblem } from '../../api/route.ts';
import type { LoadedReply } from '../data/load.ts';
import { t } from '../i18n/messages.ts';
import { Archived } from './archived.ts';
import { sentence } from './problem.tsx';

/** A page with its title, which the browser's tab also shows. */
export function Page(props: {
  title: string;
  /** Elements next to the title. */
  actions?: ComponentChildren;
  /** A small text below the title. */
  about?: ComponentChildren;
  narrow?: boolean;
  children: ComponentChildren;
}): JSX.Element {
  const isArchived = useContext(Archived);
  useEffect(() => {
    document.title = `${props.title} · Ludus`;
  }, [props.title]);
  return (
    <div class={props.narrow ? 'page narrow' : 'page'}>
      <header class="page-head">
        <div>
          <h1>{props.title}</h1>
          {props.about && <p class="about">{props.about}</p>}
        </div>
        {props.actions && <div class="actions">{props.actions}</div>}
      </header>
      {isArchived && <p class="notice">{t('contest.archived-hint')}</p>}
      {props.children}
    </div>
  );
}

/** A section of a page, with its heading. */
export function Card(props: {
  title?: string | undefined;
  actions?: ComponentChildren;
  class?: string;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <section class={`card ${props.class ?? ''}`}>
      {props.title !== undefined && (
        <header>
          <h2>{props.title}</h2>
          {props.actions}
        </header>
      )}
      {props.children}
    </section>
  );
}

/** Shows a reply, an error, or that the reply is still loading. */
export function Shown<T>(props: { of: LoadedReply<T>; children: (value: T) => ComponentChildren }): JSX.Element {
  const { value, problem } = props.of;
  if (value !== undefined) return <>{props.children(value)}</>;
  if (problem) return <Problem problem={problem} />;
  return (
    <p class="hint waiting" role="status">
      {t('wait')}
    </p>
  );
}

export function Problem({ problem }: { problem: ApiProblem }): JSX.Element {
  return (
    <div class="notice bad" role="alert">
      <p>{sentence(problem)}</p>
      {problem.code === 'sign-in' && (
        <p>
          <a class="button" href={`/sign-in?to=${encodeURIComponent(location.pathname)}`}>
            {t('sign-in')}
          </a>
        </p>
      )}
    </div>
  );
}

/** The content of an empty page: the name of the missing content, and a link to the next step. */
export function Empty(props: { text: string; to: string; label: string }): JSX.Element {
  return (
    <p class="empty">
      {props.text} <a href={props.to}>{props.label}</a>
    </p>
  );
}

/** A table that scrolls separately if there isn't enough room. It can also be scrolled by keyboard. */
export function Scroll(props: { label: string; children: ComponentChildren }): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
    <section class="scroll" aria-label={props.label} tabIndex={0}>
      {props.children}
    </section>
  );
}
