import { existsSync, statSync } from 'node:fs';
import { UsageError } from '@ludus/shell/exit.ts';
import type { Command } from 'commander';
import { addressOf } from '../contest/address.ts';

/** `ludus mcp`: serves the tools for bot authors over the Model Context Protocol. */
export function mcp(program: Command): void {
  program
    .command('mcp')
    .description('Serve tools for coding agents over MCP')
    .argument('[folder]', 'folder with the bots; no tool accesses anything outside it', '.')
    .option('--server <url>', 'contest server that submit sends $LUDUS_TOKEN to (default: $LUDUS_SERVER)')
    .addHelpText(
      'after',
      `
Speaks the Model Context Protocol on standard input and output. The agent starts this command: add it to the agent's
settings. The tools are rules, new, read, write, copy, check, match, climb, why, duel, benchmark, league, verify, and
submit. A bot runs with the limits that the same command sets at a terminal.

Example:
  ludus mcp bots`,
    )
    .action(async (folder: string, { server = process.env.LUDUS_SERVER }: { readonly server?: string }) => {
      if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new UsageError(`no such folder: ${folder}`);
      const contestServer = server === undefined ? undefined : addressOf(server);
      const [{ WorkFolder }, { serveTools }] = await Promise.all([
        import('../mcp/folder.ts'),
        import('../mcp/serve.ts'),
      ]);
      serveTools(new WorkFolder(folder), contestServer);
    });
}
