import { Ajv2020 } from 'ajv/dist/2020.js';
import { schemaOf } from '../schema/schemas.ts';

/** Throws unless a command's output consists of JSON objects, one per line, that match its schema. */
export function mustFitSchema(command: string, stdout: string): void {
  const validate = new Ajv2020({ strict: true }).compile(schemaOf(command));
  const lines = stdout.split('\n').filter((line) => line !== '');
  if (lines.length === 0) throw new Error(`${command} --json prints nothing`);
  for (const line of lines)
    if (!validate(JSON.parse(line)))
      throw new Error(
        `${command} --json prints another object than its schema allows: ${JSON.stringify(validate.errors)}`,
      );
}
