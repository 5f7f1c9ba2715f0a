#!/usr/bin/env node
// Plain JavaScript, so that any version of Node can start this file. The program itself is TypeScript, which the
// project's Node runs directly. An import of node:fs would load the whole module, including streams.
const { readFileSync } = process.getBuiltinModule ? process.getBuiltinModule('node:fs') : await import('node:fs');

if (process.argv.length === 3 && ['--version', '-v'].includes(process.argv[2]))
  // Runs before anything else is loaded, so that the version is printed immediately.
  console.log(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version);
else if (process.features.typescript) {
  const { cacheModules } = await import('./module-cache.js');
  cacheModules();
  await import(new URL('../main.ts', import.meta.url).href);
} else {
  const { spawn } = await import('node:child_process');
  const { createRequire } = await import('node:module');
  const { fileURLToPath } = await import('node:url');
  let node;
  try {
    node = createRequire(import.meta.url).resolve('node/bin/node');
  } catch {
    console.error(
      'ludus: this Node is too old to run TypeScript and the project’s own is not installed; run npm install.',
    );
    process.exit(2);
  }
  const run = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  // A signal to this process must also end the child process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => run.kill(signal));
  run.on('error', () => process.exit(2));
  run.on('exit', (status, signal) => {
    if (signal === null) process.exit(status);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
