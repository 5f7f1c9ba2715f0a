import type { ApiProblem } from '../../api/route.ts';
import { now } from '../data/clock.ts';
import { known, moment, relative, t, type Values } from '../i18n/messages.ts';

/** The server's message, in the page's language if known, otherwise in the server's words. */
export function sentence(problem: ApiProblem): string {
  const key = `problem.${problem.code}`;
  const said = known(key) ? capital(t(key, shown(problem.values))) : capital(problem.message);
  // Some say themselves when.
  return problem.again === undefined || problem.values?.again !== undefined
    ? said
    : `${said} ${t('again', { when: relative(problem.again, now.peek()) })}`;
}

/** A message of a submission's log, or the reason for its rejection. */
export function told(text: string, said: Said | null | undefined): string {
  const key = `said.${said?.code}`;
  return known(key) ? t(key, shown(said!.values)) : text;
}

interface Said {
  readonly code: string;
  readonly values: Values;
}

/** Instants as people say them. */
const shown = (values: Values = {}): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && INSTANT.test(value) ? moment(value) : value,
    ]),
  );
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** A message from elsewhere, as a message. */
export function capital(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…:)]$/.test(first) ? first : `${first}.`;
}
