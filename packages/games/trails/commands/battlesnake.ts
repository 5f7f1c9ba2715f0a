import { linesOf } from '@ludus/runtime/parts.ts';
import { EXIT_NEGATIVE, UsageError } from '@ludus/shell/exit.ts';
import { listenProblem } from '@ludus/shell/network.ts';
import { type Command, InvalidArgumentError } from 'commander';
import type { CommandTools } from '../../node.ts';

/** `ludus battlesnake`: programs with Battlesnake’s HTTP API play Trails, and bots of Trails play Battlesnake. */
export function battlesnake(program: Command, tools: CommandTools): void {
  const command = program
    .command('battlesnake')
    .description('Connect bots of Trails and Battlesnake')
    .addHelpText('after', '\nExamples:\n  ludus battlesnake serve Lynx\n  ludus battlesnake ask http://localhost:8000');
  command
    .command('ask')
    .description('Play a match of Trails by asking a Battlesnake server')
    .argument('<address>', 'address of the server: http://localhost:8000')
    .option('--timeout <ms>', 'wall-clock time per answer in milliseconds, at least 1', whole(600_000), 500)
    .addHelpText(
      'after',
      `
This is a bot for the other commands. It needs the network, so it plays without a sandbox and without a budget. After a late, invalid,
or missing answer the snake goes straight on.

Example:
  ludus match 'cmd:npx ludus battlesnake ask http://localhost:8000' Moth --game trails`,
    )
    .action(ask);
  command
    .command('serve')
    .description('Serve a bot of Trails as a Battlesnake')
    .argument('<bot>', 'bot of Trails: a built-in name or a file')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <port>', 'port to listen on, 0 to 65535', whole(65_535), 8000)
    .addHelpText(
      'after',
      `
Answers Battlesnake's requests until Ctrl-C. The bot sees bodies as trails, and edges and hazards as walls; it doesn't know
about food.

Example:
  ludus battlesnake serve Lynx --port 8000`,
    )
    .action((name: string, options: ServeOptions) => serve(name, options, tools));
}

interface ServeOptions {
  readonly host: string;
  readonly port: number;
}

async function ask(address: string, { timeout }: { readonly timeout: number }): Promise<void> {
  if (!URL.canParse(address) || !/^https?:/.test(address))
    throw new UsageError(`the address must begin with http:// or https://, not ${address}`);
  const { playSnake } = await import('../battlesnake/ask.ts');
  const log = (sentence: string) => process.stderr.write(`${sentence}\n`);
  try {
    await playSnake(linesOf(process.stdin), {
      address: address.replace(/\/$/, ''),
      timeoutMs: timeout,
      say: (text) => process.stdout.write(text),
      log,
    });
  } catch (error) {
    log(`standard input isn’t a match of Trails: ${(error as Error).message}`);
    process.exitCode = EXIT_NEGATIVE;
  } finally {
    // If the input stayed open, the process would keep running.
    process.stdin.destroy();
  }
}

async function serve(name: string, { host, port }: ServeOptions, tools: CommandTools): Promise<void> {
  const { snakeServer } = await import('../battlesnake/serve.ts');
  const source = await tools.findPlayer(name);
  const server = snakeServer(source.name, () => source.open());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  }).catch((error) => {
    const problem = listenProblem(error, host, port);
    throw problem === undefined ? error : new UsageError(problem);
  });
  const { port: own } = server.address() as { readonly port: number };
  process.stdout.write(`${source.name} answers at http://${host}:${own}\n`);
}

const whole = (most: number) => (text: string) => {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > most)
    throw new InvalidArgumentError(`It must be a whole number from 0 to ${most}.`);
  return value;
};
