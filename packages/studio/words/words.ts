import { signal } from '@preact/signals';
import { en, type Words } from './en.ts';

/** The texts that the page uses. The studio is in English, and a room's page uses its own language. */
export const words = signal<Words>(en);
