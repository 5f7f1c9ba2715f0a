import { computed, effect, signal } from '@preact/signals';
import { keep, readKept } from './browser-storage.ts';

export type Theme = 'dark' | 'light';

const dark = matchMedia('(prefers-color-scheme: dark)');
const system = signal<Theme>(dark.matches ? 'dark' : 'light');
const kept = readKept('theme');
const chosen = signal<Theme | undefined>(kept === 'dark' || kept === 'light' ? kept : undefined);

/** The system's theme, until the user chooses one. */
export const theme = computed(() => chosen.value ?? system.value);

export function otherTheme(): void {
  chosen.value = theme.value === 'dark' ? 'light' : 'dark';
  keep('theme', chosen.value);
}

export function followTheme(): void {
  dark.addEventListener('change', () => {
    system.value = dark.matches ? 'dark' : 'light';
  });
  effect(() => {
    document.documentElement.style.colorScheme = theme.value;
    document.documentElement.dataset.theme = theme.value;
  });
}
