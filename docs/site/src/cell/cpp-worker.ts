import type { ClangCommands } from '@ludus/runtime/metering.ts';
import { type CompileProgress, FetchedFiles, fetchManifest, loadClang, sayProgress } from '@ludus/studio/cpp.ts';
import type { CompileNews, CompileOrder } from './messages.ts';

/** The page's C++ compiler. Its worker lives as long as the page, because starting it takes seconds. */
let clang: Promise<ClangCommands> | undefined;

const FLAGS = [
  '-std=c++17',
  '-O2',
  '-fno-exceptions',
  '-ferror-limit=10',
  '-mexec-model=reactor',
  '-Wl,-z,stack-size=8388608',
  '-Wl,--stack-first',
  '-Wl,--strip-all',
  '-Wl,--export-if-defined=__main_void',
  '-Wl,--export-if-defined=__main_argc_argv',
];

addEventListener('message', async ({ data }: MessageEvent<CompileOrder>) => {
  const tell = (news: CompileNews): void => postMessage(news);
  try {
    const say = (progress: CompileProgress): void => tell({ type: 'progress', sentence: sayProgress(progress) });
    const files = new FetchedFiles(`${data.base}cpp/`, (done, all) => say({ stage: 'fetching', done, all }));
    clang ??= fetchManifest(data.base).then((manifest) =>
      loadClang(data.base, manifest, files, () => say({ stage: 'preparing' })),
    );
    const commands = await clang;
    tell({ type: 'progress', sentence: 'compiling' });
    tell(await compile(commands, data.source));
  } catch (error) {
    clang = undefined;
    tell({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
});

async function compile(commands: ClangCommands, source: string): Promise<CompileNews> {
  let said = '';
  const decoder = new TextDecoder();
  try {
    const left = await commands['clang++'](
      [...FLAGS, 'Mine.cc', '-o', 'player.wasm'],
      { 'Mine.cc': new TextEncoder().encode(source) },
      {
        stdout: null,
        stderr(bytes: Uint8Array | null) {
          if (bytes) said += decoder.decode(bytes, { stream: true });
        },
      },
    );
    return { type: 'done', module: left['player.wasm'] };
  } catch (error) {
    return { type: 'failed', message: `it does not compile:\n${said.trim() || String(error)}` };
  }
}
