import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { bestSandboxLevel } from '@ludus/runtime/sandbox.ts';
import { EXIT_BAD_INPUT, INTERRUPTED, UsageError } from '@ludus/shell/exit.ts';
import { fileProblem } from '@ludus/shell/files.ts';
import { startProcess } from '@ludus/shell/start-process.ts';
import { type CallToolResult, McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { type StdioServerHandle, StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { BIN, VERSION } from '../version.ts';
import type { WorkFolder } from './folder.ts';
import { TOOLS, type Tool } from './tools.ts';

const INSTRUCTIONS = `Ludus is a home for bot-programming games. You write a bot, play matches, and improve it.
Begin with rules, then new. Change the bot with read and write. Calls can take minutes. To shorten them, pass quick to
check, from to climb, or seconds to duel. Use check to find mistakes, and climb to see which built-in opponents your bot
beats. Use why to understand a lost match, and duel to test whether a new version is stronger than the old one.`;

/** Maximum number of characters in a result; the rest of a longer text is left out. */
const MAX_RESULT_CHARACTERS = 100_000;

/** Maximum size of a message in bytes; a longer message ends the server. */
const MAX_MESSAGE_BYTES = 10 * 2 ** 20;

/**
 * Serves the tools on standard input and output until the client closes them. `contestServer`: the origin of the server
 * to which the token belongs.
 */
export function serveTools(folder: WorkFolder, contestServer?: string): StdioServerHandle {
  return serveStdio(
    () => {
      const server = new McpServer({ name: 'ludus', version: VERSION }, { instructions: INSTRUCTIONS });
      for (const tool of TOOLS) register(server, tool, folder, contestServer);
      return server;
    },
    {
      transport: new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: MAX_MESSAGE_BYTES }),
      onerror({ message }) {
        // The library reports this error only as text, and then closes the connection.
        if (!message.startsWith('ReadBuffer exceeded')) return;
        process.stderr.write(
          `ludus: a message is longer than ${MAX_MESSAGE_BYTES / 2 ** 20} MiB, so the server stops\n`,
        );
        process.exitCode = EXIT_BAD_INPUT;
      },
    },
  );
}

function register(server: McpServer, tool: Tool, folder: WorkFolder, contestServer: string | undefined): void {
  const { name, title, description, input, isReadOnly, runsBots = false, isOpenWorld = false } = tool;
  server.registerTool(
    name,
    {
      title,
      description,
      inputSchema: input,
      annotations: { readOnlyHint: isReadOnly, destructiveHint: name === 'write', openWorldHint: isOpenWorld },
    },
    async (given, context) => {
      try {
        const called = tool.call(given as never, folder, contestServer);
        if (typeof called === 'string') return textResult(called);
        const { seconds } = given as { readonly seconds?: number };
        const call: Call = { tool, folder, context, seconds };
        return runsBots ? await runBots(called, call) : await runCommand(called, call);
      } catch (error) {
        const problem = error instanceof UsageError ? error.message : fileProblem(error);
        if (problem === undefined) throw error;
        return textResult(problem, true);
      }
    },
  );
}

/** A call of a tool that runs a command. */
interface Call {
  readonly tool: Tool;
  readonly folder: WorkFolder;
  readonly context: ServerContext;
  /** Wall-clock limit for the command; undefined for none. */
  readonly seconds: number | undefined;
}

/** Runs a command that plays bots, in the strongest sandbox. Without a sandbox, the result contains a warning. */
async function runBots(args: readonly string[], call: Call): Promise<CallToolResult> {
  const level = bestSandboxLevel();
  if (level) return await runCommand([...args, '--sandbox', level], call);
  const result = await runCommand(args, call);
  return { ...result, content: [...result.content, { type: 'text', text: NO_SANDBOX }] };
}

const NO_SANDBOX =
  'This machine has no sandbox (see ludus sandbox). Bots that are programs run with the rights of this server.';

/** Runs `ludus` with these arguments in a separate process. Each line that it prints is reported as progress. */
async function runCommand(args: readonly string[], { tool, folder, context, seconds }: Call): Promise<CallToolResult> {
  const { signal, notify, _meta } = context.mcpReq;
  const child = await startProcess(() =>
    spawn(process.execPath, [BIN, ...args], {
      cwd: folder.path,
      // If this server ends, the channel closes and the command ends too (main.ts).
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Without a sandbox, a bot can read its command's environment variables.
      env: { ...process.env, NO_COLOR: '1', ...(!tool.isOpenWorld && { LUDUS_TOKEN: undefined }) },
    }),
  );
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  let isOver = false;
  const limit =
    seconds !== undefined &&
    setTimeout(() => {
      isOver = true;
      stop();
    }, 1000 * seconds);
  const errors: string[] = [];
  let output = '';
  let progress = 0;
  const tell = (message: string): void => {
    // Errors are ignored, because a closed pipe only shows that the client has disconnected.
    if (_meta?.progressToken !== undefined)
      notify({
        method: 'notifications/progress',
        params: { progressToken: _meta.progressToken, progress: ++progress, message },
      }).catch(() => {});
  };
  createInterface({ input: child.stderr! }).on('line', (line) => {
    const message = stripVTControlCharacters(line);
    errors.push(message);
    if (errors.length > MAX_ERROR_LINES) errors.shift();
    tell(message);
  });
  createInterface({ input: child.stdout! }).on('line', (line) => {
    if (output.length <= MAX_RESULT_CHARACTERS) output += `${line}\n`;
    tell(line);
  });
  const status = await new Promise<number | null>((ended) => child.once('close', ended));
  signal.removeEventListener('abort', stop);
  if (limit) clearTimeout(limit);
  const answer = (lines: readonly string[]) => tool.answer(lines.join('\n')).trim();
  // The time limit stopped the command, which has printed its results so far.
  if (isOver && (status === null || status === INTERRUPTED))
    return textResult(`${answer([output])}\n\nStopped after ${seconds} s. ${tool.stopped}`.trim());
  // Exit code 1 is a result: for example, the bot lost or failed a check.
  const failed = status !== 0 && status !== 1;
  return textResult(answer([output, ...(failed || output === '' ? errors : [])]), failed);
}

const MAX_ERROR_LINES = 40;

function textResult(text: string, isError = false): CallToolResult {
  const shown =
    text.length <= MAX_RESULT_CHARACTERS
      ? text
      : `${text.slice(0, MAX_RESULT_CHARACTERS)}\n(the rest is omitted because the text is too long)`;
  return { content: [{ type: 'text', text: shown }], isError };
}
