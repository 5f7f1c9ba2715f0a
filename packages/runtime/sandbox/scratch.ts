import { spawnSync } from 'node:child_process';
import { onProcessFoldersCleared, processFolder } from './process-folder.ts';

/** The space for a sandboxed program's output: its bytes, and the number of its files, folders, and links. */
export interface Scratch {
  readonly bytes: number;
  readonly files: number;
}

/**
 * The words to put before a sandbox's command, and the folder for its /tmp. If the folder is absent, the sandbox
 * creates a /tmp itself.
 */
export interface ScratchMount {
  readonly words: readonly string[];
  readonly folder?: string;
}

const MOUNT = 'mount -t tmpfs -o "$1" ludus "$2" || exit 125; shift 2; exec "$@"';

/**
 * The sandbox can limit the size of its /tmp, but it can't limit the number of files or prevent the execution of files.
 * Each file takes a kilobyte of the kernel's memory. Therefore, /tmp is mounted beforehand, in a mount namespace that
 * ends with the player.
 */
export function scratchMount({ bytes, files }: Scratch): ScratchMount {
  if (!canMount()) return { words: [] };
  const options = `nosuid,nodev,noexec,mode=1777,size=${bytes},nr_inodes=${files}`;
  const folder = mountPoint();
  return { words: [...unshareWords(), 'sh', '-c', MOUNT, 'sh', options, folder], folder };
}

/** Whether the number of files in a sandbox's /tmp is limited on this machine. */
export function limitsFiles(): boolean {
  return canMount();
}

function unshareWords(): string[] {
  return ['unshare', ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']), '--mount'];
}

let possible: boolean | undefined;

function canMount(): boolean {
  if (possible === undefined) {
    const [program, ...args] = [
      ...unshareWords(),
      'sh',
      '-c',
      MOUNT,
      'sh',
      'size=4096,nr_inodes=4',
      mountPoint(),
      'true',
    ];
    possible = spawnSync(program, args, { stdio: 'ignore', cwd: '/' }).status === 0;
  }
  return possible;
}

let point: string | undefined;
onProcessFoldersCleared(() => {
  point = undefined;
});

/** An empty folder as the mount point. */
function mountPoint(): string {
  point ??= processFolder();
  return point;
}
