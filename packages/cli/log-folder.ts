import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { PlayerOutput } from '@ludus/game/output.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { makeFolder } from '@ludus/shell/files.ts';

/** The players' logs of one match in a folder: `seat0.log` …, each round's lines under a line `round N`. */
export class LogFolder {
  private readonly files: number[];
  private readonly told: number[];
  private current = 0;

  constructor(folder: string, seats: number) {
    makeFolder(folder);
    try {
      this.files = Array.from({ length: seats }, (_, seat) => openSync(join(folder, `seat${seat}.log`), 'w'));
    } catch (error) {
      throw new UsageError(`cannot write logs into ${folder}: ${(error as Error).message}`);
    }
    this.told = this.files.map(() => -1);
  }

  /** The following lines belong to this round. */
  round(round: number): void {
    this.current = round;
  }

  /** Where the player of a seat writes. */
  output(seat: number): PlayerOutput {
    return {
      log: (text) => {
        if (this.told[seat] !== this.current) writeSync(this.files[seat], `round ${this.current}\n`);
        this.told[seat] = this.current;
        writeSync(this.files[seat], `${text}\n`);
      },
      draw() {},
    };
  }

  close(): void {
    for (const file of this.files) closeSync(file);
  }
}
