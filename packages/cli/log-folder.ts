import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyGame } from '@ludus/game/game.ts';
import type { PlayerOutput } from '@ludus/game/output.ts';
import { UsageError } from '@ludus/shell/exit.ts';
import { makeFolder } from '@ludus/shell/files.ts';

/**
 * Writes the players' logs of one match into a folder: `seat0.log` …, each round's lines after a line `round N`. In a
 * game with hidden information, the logs are written after the match, since an opponent might read them earlier.
 */
export class LogFolder {
  private readonly files: number[];
  private readonly told: number[];
  private readonly withheld: string[][] | undefined;
  private current = 0;

  constructor(folder: string, seats: number, { observe }: Pick<AnyGame, 'observe'>) {
    makeFolder(folder);
    if (observe) this.withheld = Array.from({ length: seats }, () => []);
    try {
      this.files = Array.from({ length: seats }, (_, seat) => openSync(join(folder, `seat${seat}.log`), 'w'));
    } catch (error) {
      throw new UsageError(`cannot write logs into ${folder}: ${(error as Error).message}`);
    }
    this.told = this.files.map(() => -1);
  }

  /** Starts a round: the following lines belong to it. */
  round(round: number): void {
    this.current = round;
  }

  /** Returns the output for the player of a seat. */
  output(seat: number): PlayerOutput {
    return {
      log: (text) => {
        const head = this.told[seat] === this.current ? '' : `round ${this.current}\n`;
        this.told[seat] = this.current;
        this.write(seat, `${head}${text}\n`);
      },
      draw() {},
    };
  }

  private write(seat: number, text: string): void {
    if (this.withheld) this.withheld[seat].push(text);
    else writeSync(this.files[seat], text);
  }

  close(): void {
    this.files.forEach((file, seat) => {
      for (const text of this.withheld?.[seat] ?? []) writeSync(file, text);
      closeSync(file);
    });
  }
}
