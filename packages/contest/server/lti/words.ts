import type { Locale } from '../../api/locales.ts';
import { problems as caProblems } from '../../api/problems/ca.ts';
import { problems as enProblems } from '../../api/problems/en.ts';
import { problems as esProblems } from '../../api/problems/es.ts';
import type { ApiProblem } from '../../api/route.ts';

/** The texts of the pages in a platform's frame. These pages don't use the other pages' texts. */
const WORDS = {
  en: {
    openContest: 'Open {title}',
    openHint: 'You came from {platform} as {name}. The contest opens in a new tab.',
    someone: 'someone without a name',
    choose: 'Choose a contest',
    chooseHint: 'Your course gets a link to the contest, and a column for its marks.',
    none: 'There are no contests yet. Create one on this server first.',
    failed: 'This didn’t work',
    again: 'Go back to your course and open the activity again.',
    registered: '{name} is registered',
    registeredHint: 'Activate Ludus on your platform. The platform’s page on this server lists the settings.',
    deploymentHint:
      'Your platform didn’t name a deployment. When the platform shows a deployment ID, enter it on this server.',
  },
  ca: {
    openContest: 'Obre {title}',
    openHint: 'Vens de {platform} com a {name}. El concurs s’obre en una pestanya nova.',
    someone: 'algú sense nom',
    choose: 'Tria un concurs',
    chooseHint: 'El teu curs en rep un enllaç, i una columna per a les notes.',
    none: 'Encara no hi ha cap concurs. Primer crea’n un en aquest servidor.',
    failed: 'Això no ha funcionat',
    again: 'Torna al curs i obre l’activitat una altra vegada.',
    registered: '{name} està registrat',
    registeredHint: 'Activa Ludus a la teva plataforma. La seva pàgina en aquest servidor té els paràmetres.',
    deploymentHint:
      'La plataforma no ha dit cap desplegament. Escriu-ne l’id en aquest servidor quan la plataforma el mostri.',
  },
  es: {
    openContest: 'Abrir {title}',
    openHint: 'Vienes de {platform} como {name}. El concurso se abre en una pestaña nueva.',
    someone: 'alguien sin nombre',
    choose: 'Elige un concurso',
    chooseHint: 'Tu curso recibe un enlace, y una columna para las notas.',
    none: 'Todavía no hay ningún concurso. Crea uno en este servidor primero.',
    failed: 'Esto no ha funcionado',
    again: 'Vuelve al curso y abre la actividad otra vez.',
    registered: '{name} está registrado',
    registeredHint: 'Activa Ludus en tu plataforma. Su página en este servidor tiene los ajustes.',
    deploymentHint:
      'La plataforma no ha dicho ningún despliegue. Escribe su id en este servidor cuando la plataforma lo muestre.',
  },
} as const;
const PROBLEMS = { en: enProblems, ca: caProblems, es: esProblems };

/**
 * Returns the first of these languages for which there are texts. Languages are written as platforms and browsers send
 * them.
 */
export function localeOf(...wanted: readonly (string | null | undefined)[]): Locale {
  for (const text of wanted)
    for (const part of (text ?? '').split(',')) {
      const short = part.trim().slice(0, 2).toLowerCase();
      if (short in WORDS) return short as Locale;
    }
  return 'en';
}

const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));

export const say = (
  locale: Locale,
  key: keyof (typeof WORDS)['en'],
  values: Readonly<Record<string, string>> = {},
): string => filled(WORDS[locale][key], values);

/** Returns an error message in the same words as on the other pages. */
export function sayProblem(locale: Locale, { code, message, values = {} }: ApiProblem): string {
  const known: Readonly<Record<string, string>> = PROBLEMS[locale];
  return filled(known[`problem.${code}`] ?? message, values);
}
