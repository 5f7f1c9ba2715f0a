import type { Command } from 'commander';
import { batch } from '../commands/batch.ts';
import { duel } from '../commands/duel.ts';
import { expand } from '../commands/expand.ts';

/** The commands of the laboratory. */
export const LAB_COMMANDS: readonly ((program: Command) => void)[] = [batch, duel, expand];
