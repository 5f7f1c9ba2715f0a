import { type ComponentChildren, createContext, type JSX } from 'preact';
import { useContext, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ApiProblem } from '../../api/route.ts';
import { problemOf } from '../data/ask.ts';
import { partOf } from '../data/form-field.ts';
import { t } from '../i18n/messages.ts';
import { Archived } from './archived.ts';
import { sentence } from './problem.tsx';

/** The context of a form's parts. */
interface FormContext {
  /** An error, and the part of the form that it is about. */
  readonly problem?: ApiProblem | undefined;
  readonly part?: string | undefined;
  /** The parts that show their own errors. */
  readonly parts: Set<string>;
}
const Trouble = createContext<FormContext>({ parts: new Set() });

/** Returns the error of this part as a message to show. */
function useWrong(name: string): string | undefined {
  const { problem, part, parts } = useContext(Trouble);
  useLayoutEffect(() => {
    parts.add(name);
    return () => void parts.delete(name);
  }, [parts, name]);
  return problem && part === name ? sentence(problem) : undefined;
}

function Wrong(props: { id: string; wrong: string | undefined }): JSX.Element | null {
  if (props.wrong === undefined) return null;
  return (
    <p class="problem" role="alert" id={`${props.id}-wrong`}>
      {props.wrong}
    </p>
  );
}

/** The values of a form's fields, by name. */
export type Values = Readonly<Record<string, string>>;

/**
 * A form that sends a request to the server. An error appears at its field, or at the end of the form. In an archived
 * contest, the form is disabled.
 */
export function Form(props: {
  /** The button's label; undefined: the form can't be sent now. */
  submit: string | undefined;
  onSubmit(values: Values, all: FormData): Promise<void>;
  /** Elements next to the button. */
  beside?: ComponentChildren;
  quiet?: boolean;
  /** Whether the fields are cleared after a successful request. */
  again?: boolean;
  label?: string;
  children?: ComponentChildren;
  class?: string;
  /** Whether the form may change an archived contest. */
  ofArchived?: boolean;
}): JSX.Element {
  const isFixed = useContext(Archived) && !props.ofArchived;
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<ApiProblem>();
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const all = new FormData(form.current!);
      const texts = [...all].filter((each): each is [string, string] => typeof each[1] === 'string');
      await props.onSubmit(Object.fromEntries(texts), all);
      if (props.again) form.current?.reset();
    } catch (error) {
      const found = problemOf(error);
      setProblem(found);
      requestAnimationFrame(() => {
        const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
        unfold(wrong);
        (wrong?.matches('fieldset') ? wrong.querySelector('input') : wrong)?.focus();
      });
    } finally {
      setBusy(false);
    }
  };
  // The parts that show their own errors; all other errors appear at the end of the form.
  const parts = useRef(new Set<string>()).current;
  const part = problem?.field === undefined ? undefined : partOf(problem.field, parts);
  return (
    <Trouble.Provider value={{ problem, part, parts }}>
      <form
        ref={form}
        class={`form ${props.class ?? ''}`}
        aria-label={props.label}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && props.submit !== undefined) void send();
        }}
        // The browser can't show the error of a field in a collapsed section, so the section is opened.
        onInvalidCapture={(event) => unfold(event.target as Element)}
      >
        {isFixed ? (
          <fieldset class="fixed" disabled>
            {props.children}
          </fieldset>
        ) : (
          props.children
        )}
        {problem && part === undefined && (
          <p class="problem" role="alert">
            {sentence(problem)}
          </p>
        )}
        {!isFixed && props.submit !== undefined && (
          <div class="form-end">
            <button type="submit" class={props.quiet ? '' : 'main'} aria-busy={busy}>
              {props.submit}
            </button>
            {props.beside}
          </div>
        )}
      </form>
    </Trouble.Provider>
  );
}

function unfold(part: Element | null | undefined): void {
  const fold = part?.closest('details');
  if (fold) fold.open = true;
}

/** A change event of a field. */
type FieldChangeEvent = { readonly currentTarget: HTMLInputElement };

/** The attributes of an input that the forms use. */
interface Input {
  readonly type?: 'text' | 'password' | 'number' | 'search' | 'file' | 'datetime-local';
  readonly value?: string | number;
  readonly required?: boolean;
  readonly placeholder?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly min?: string;
  readonly max?: string;
  readonly step?: string;
  readonly autoComplete?: string;
  readonly autoCapitalize?: 'characters' | 'off';
  onInput?(event: FieldChangeEvent): void;
  onChange?(event: FieldChangeEvent): void;
}

/** The latest allowed date; date fields would otherwise accept six-digit years. */
const LATEST = '9999-12-31T23:59';

/** A row of a form: the label, its field, and the error. */
export function Field({
  label,
  name,
  hint,
  children,
  value,
  ...rest
}: Input & { label: string; name: string; hint?: ComponentChildren; children?: ComponentChildren }): JSX.Element {
  const id = useId();
  const wrong = useWrong(name);
  const about = [hint && `${id}-hint`, wrong && `${id}-wrong`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children ?? (
        <input
          id={id}
          name={name}
          aria-invalid={wrong !== undefined}
          aria-describedby={about || undefined}
          {...(rest.type === 'datetime-local' && { max: LATEST })}
          {...(rest as object)}
          // If the caller doesn't listen for input, `value` is only the initial value.
          {...(rest.onInput ? { value } : { defaultValue: value })}
        />
      )}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <Wrong id={id} wrong={wrong} />
    </div>
  );
}

/** A field for several lines of text. */
export function Area(props: {
  label: string;
  name: string;
  rows: number;
  /** Hides the label, except from screen readers. */
  unseen?: boolean;
  code?: boolean;
  maxLength?: number;
  placeholder?: string;
  value?: string;
  onInput?(text: string): void;
}): JSX.Element {
  const { label, name, unseen, code, onInput, value, ...rest } = props;
  const id = useId();
  const wrong = useWrong(name);
  return (
    <div class="field">
      <label for={id} class={unseen ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <textarea
        id={id}
        name={name}
        required
        class={code ? 'code-input' : undefined}
        spellcheck={!code}
        aria-invalid={wrong !== undefined}
        aria-describedby={wrong && `${id}-wrong`}
        onInput={(event) => onInput?.(event.currentTarget.value)}
        {...(onInput && { value })}
        {...rest}
      />
      <Wrong id={id} wrong={wrong} />
    </div>
  );
}

/** A group of options with the same `name`. */
export function Group(props: {
  label: string;
  name: string;
  /** Hides the label, since a heading next to it has the same text. */
  unseen?: boolean;
  class?: string;
  children?: ComponentChildren;
}): JSX.Element {
  const id = useId();
  const { problem } = useContext(Trouble);
  const said = useWrong(props.name);
  const least = problem?.code === 'request/short' ? problem.values?.least : undefined;
  const wrong = said !== undefined && least !== undefined ? t('choose-least', { least }) : said;
  return (
    <div class="field">
      <fieldset
        class={props.class}
        aria-invalid={wrong !== undefined || undefined}
        aria-describedby={wrong && `${id}-wrong`}
      >
        <legend class={props.unseen ? 'visually-hidden' : undefined}>{props.label}</legend>
        {props.children}
      </fieldset>
      <Wrong id={id} wrong={wrong} />
    </div>
  );
}

/** A list from which the user selects an option. */
export function Choice(props: {
  label: string;
  name: string;
  options: readonly (readonly [value: string, label: string])[];
  value?: string | undefined;
  onChange?(value: string): void;
  hint?: string;
}): JSX.Element {
  const id = useId();
  const wrong = useWrong(props.name);
  const about = [props.hint && `${id}-hint`, wrong && `${id}-wrong`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      <select
        id={id}
        name={props.name}
        {...(props.onChange && { value: props.value })}
        aria-invalid={wrong !== undefined}
        aria-describedby={about || undefined}
        onChange={(event) => props.onChange?.(event.currentTarget.value)}
      >
        {props.options.map(([value, label]) => (
          <option key={value} value={value} selected={value === props.value}>
            {label}
          </option>
        ))}
      </select>
      {props.hint && (
        <p class="hint" id={`${id}-hint`}>
          {props.hint}
        </p>
      )}
      <Wrong id={id} wrong={wrong} />
    </div>
  );
}

export function Check(props: {
  label: string;
  name: string;
  value?: string;
  checked?: boolean | undefined;
  onChange?(checked: boolean): void;
  hint?: string;
}): JSX.Element {
  return (
    <label class="check">
      <input
        type="checkbox"
        name={props.name}
        value={props.value ?? '1'}
        {...(props.onChange ? { checked: props.checked } : { defaultChecked: props.checked })}
        onChange={(event) => props.onChange?.(event.currentTarget.checked)}
      />
      <span>
        {props.label}
        {props.hint && <small>{props.hint}</small>}
      </span>
    </label>
  );
}

export function Radio(props: {
  label: string;
  name: string;
  value: string;
  checked?: boolean;
  hint?: string;
}): JSX.Element {
  return (
    <label class="check">
      <input type="radio" name={props.name} value={props.value} defaultChecked={props.checked} />
      <span>
        {props.label}
        {props.hint && <small>{props.hint}</small>}
      </span>
    </label>
  );
}
