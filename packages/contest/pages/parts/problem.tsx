import type { ApiProblem } from '../../api/route.ts';
import { now } from '../data/clock.ts';
import { known, moment, relative, t, type Values } from '../i18n/messages.ts';

/** Returns the server's message, translated to the page's language if possible. */
export function sentence(problem: ApiProblem): string {
  const key = `problem.${problem.code}`;
  const said = known(key) ? capital(t(key, shown(problem.values))) : capital(problem.message);
  // Some messages already contain the time, so it isn't added.
  return problem.again === undefined || problem.values?.again !== undefined
    ? said
    : `${said} ${t('again', { when: relative(problem.again, now.peek()) })}`;
}

/** Returns a message of a submission's log, or the reason for the submission's rejection, in the page's language. */
export function told(text: string, said: CodedMessage | null | undefined): string {
  const key = `said.${said?.code}`;
  return known(key) ? t(key, shown(said!.values)) : text;
}

interface CodedMessage {
  readonly code: string;
  readonly values: Values;
}

/** Formats those values of a message that are instants. */
const shown = (values: Values = {}): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && INSTANT.test(value) ? moment(value) : value,
    ]),
  );
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** Returns a text as a message, with a capital letter and a full stop. */
export function capital(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…:)]$/.test(first) ? first : `${first}.`;
}
