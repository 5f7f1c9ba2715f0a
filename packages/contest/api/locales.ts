/**
 * The languages of the contest's pages and problems. Each language has its texts in `pages/i18n` and `api/problems`.
 */
export const LOCALES = ['en', 'ca', 'es'] as const;
export type Locale = (typeof LOCALES)[number];
