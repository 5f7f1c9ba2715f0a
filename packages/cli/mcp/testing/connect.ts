import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

export const LUDUS: string = fileURLToPath(new URL('../../bin/ludus.js', import.meta.url));

/** A client of `ludus mcp` with an empty folder. */
export interface McpTestClient {
  readonly client: Client;
  readonly folder: string;
  /** Calls a tool and returns its text. */
  call(name: string, given: Record<string, unknown>): Promise<{ readonly text: string; readonly isError: boolean }>;
  close(): Promise<void>;
}

export async function connect(): Promise<McpTestClient> {
  const folder = mkdtempSync(join(tmpdir(), 'ludus-mcp-'));
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [LUDUS, 'mcp', folder] }));
  return {
    client,
    folder,
    async call(name, given) {
      const { content, isError = false } = await client.callTool({ name, arguments: given }, { timeout: 600_000 });
      const [first] = content as { type: string; text: string }[];
      return { text: first.text, isError };
    },
    async close() {
      await client.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
