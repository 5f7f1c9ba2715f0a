#!/usr/bin/env node
// Plain JavaScript without a library: it runs on any Node, and reports a Node version that is too old. An import of
// node:fs would also load all its parts, such as streams.
const { readFileSync } = process.getBuiltinModule ? process.getBuiltinModule('node:fs') : await import('node:fs');

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const [major, minor] = process.versions.node.split('.').map(Number);
if (process.argv.length === 3 && ['--version', '-v'].includes(process.argv[2])) console.log(version);
else if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `ludus: this is Node ${process.versions.node}; Ludus needs 22.18 or a later one: try npx -p node@24 ludus …`,
  );
  process.exitCode = 2;
} else {
  const { cacheModules } = await import('./module-cache.js');
  cacheModules();
  await import('../main.js');
}
