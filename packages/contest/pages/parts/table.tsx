import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { LoadedReply } from '../data/load.ts';
import { plain } from '../data/search-text.ts';
import { t } from '../i18n/messages.ts';
import { Field } from './form.tsx';
import { Card, Scroll, Shown } from './page.tsx';

/**
 * A column's title, and the column's class. Numbers are aligned right, and `wide-only` columns are left out on phones.
 * `hint`: the meaning of the title.
 */
export type Column = string | readonly [title: string, className: string, hint?: string];

/** A table with its head. The table scrolls separately if there isn't enough room. The rows are `children`. */
export function Table(props: {
  label: string;
  columns: readonly Column[];
  /** Whether the table has a last column with buttons and without a title. */
  changes?: boolean;
  class?: string;
  /** Elements below the table. */
  below?: ComponentChildren;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <Scroll label={props.label}>
      <table class={props.class}>
        <thead>
          <tr>
            {props.columns.map((column) => {
              const [title, className, hint] = typeof column === 'string' ? [column] : column;
              return (
                <th key={title} scope="col" class={className}>
                  {hint === undefined ? title : <abbr title={hint}>{title}</abbr>}
                </th>
              );
            })}
            {props.changes && (
              <th scope="col">
                <span class="visually-hidden">{t('change')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
      {props.below}
    </Scroll>
  );
}

/** A table with a search field. One line at a time can be opened to change its content. */
export function Listing<Line>(props: {
  label: string;
  columns: readonly Column[];
  of: LoadedReply<readonly Line[]>;
  /** Returns the key of a line. */
  keyOf(line: Line): number | string;
  /** Returns the text to search. */
  textOf(line: Line): string;
  /** Elements next to the search field. */
  filter?: ComponentChildren;
  /** The texts for an empty search result, and for an empty table. */
  none?: string;
  empty?: ComponentChildren;
  children(line: Line, list: readonly Line[], opening: Disclosure): JSX.Element;
}): JSX.Element {
  const [look, setLook] = useState('');
  const [open, setOpen] = useState<number | string>();
  return (
    <Card>
      <div class="look">
        <Field
          label={t('look')}
          name="look"
          type="search"
          value={look}
          onInput={(event) => setLook(event.currentTarget.value)}
        />
        {props.filter}
      </div>
      <Shown of={props.of}>
        {(list) => {
          const found = list.filter((line) => plain(props.textOf(line)).includes(plain(look)));
          return (
            <Table
              label={props.label}
              columns={props.columns}
              changes
              below={
                found.length === 0 &&
                (list.length === 0 && props.empty ? props.empty : <p class="hint">{props.none ?? t('look.none')}</p>)
              }
            >
              {found.map((line) => {
                const key = props.keyOf(line);
                const set = (on: boolean) => setOpen(on ? key : undefined);
                return props.children(line, list, { open: open === key, set });
              })}
            </Table>
          );
        }}
      </Shown>
    </Card>
  );
}

export interface Disclosure {
  readonly open: boolean;
  set(open: boolean): void;
}

/**
 * A line that can be opened. `cells`: all cells of the line except the last cell; `children`: the content below the
 * open line.
 */
export function OpenRow(props: {
  name: string;
  columns: number;
  opening: Disclosure;
  /** Whether the line doesn't open, because it can't be changed. */
  fixed?: boolean;
  cells: ComponentChildren;
  children: ComponentChildren;
}): JSX.Element {
  const { open, set } = props.opening;
  return (
    <>
      <tr>
        {props.cells}
        <td class="right">
          {!props.fixed && (
            <button
              type="button"
              class="quiet"
              aria-expanded={open}
              aria-label={`${t('change')}: ${props.name}`}
              onClick={() => set(!open)}
            >
              {t('change')}
            </button>
          )}
        </td>
      </tr>
      {open && (
        <tr class="opened">
          <td colSpan={props.columns + 1}>{props.children}</td>
        </tr>
      )}
    </>
  );
}
