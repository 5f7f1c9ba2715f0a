// Compresses a file with brotli: `node compress.js FROM TO`. The compressed engine is installed with Ludus and must not
// exceed 2 MB.
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';

const [from, to] = process.argv.slice(2);
const bytes = readFileSync(from);
const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
writeFileSync(to, brotliCompressSync(bytes, { params }));
