import { signal } from '@preact/signals';
import { en, type Words } from './en.ts';

/** The texts in use. The studio is in English; a room's page uses its language. */
export const words = signal<Words>(en);
