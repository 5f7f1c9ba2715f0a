import { signal } from '@preact/signals';
import { en, type Words } from './en.ts';

/** The texts that are shown. The studio is in English; a room's page changes them to its language. */
export const words = signal<Words>(en);
