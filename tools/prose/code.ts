import { type Node, parseSync } from 'oxc-parser';
import { type Sentence, sentencesOf } from './sentences.ts';

/** The sentences in a source file's comments and in the names of its tests. Reads TypeScript, C++, Java, and Python. */
export function sentencesOfCode(file: string, source: string): Sentence[] {
  if (!/\.tsx?$/.test(file)) return comments(source, file.endsWith('.py') ? PYTHON : BRACES);
  const { comments: found, program } = parseSync(file, source);
  const lineOf = lineCounter(source);
  const read = joinLines(
    found.map(({ type, value, start, end }) => ({
      text: value,
      line: lineOf(start),
      last: lineOf(end),
      isLine: type === 'Line',
    })),
  );
  return [...read.flatMap(({ text, line }) => ofComment(text, line)), ...testNames(program, lineOf)];
}

/** The names of the tests in a TypeScript file, and of the blocks around them. */
export function namesOfTests(file: string, source: string): Sentence[] {
  return testNames(parseSync(file, source).program, lineCounter(source));
}

const BRACES = /\/\*([\s\S]*?)\*\/|(?<=^|\s)\/\/(.*)$/gm;
const PYTHON = /"""([\s\S]*?)"""|(?<=^|\s)#(.*)$/gm;

interface Comment {
  readonly text: string;
  readonly line: number;
  readonly last: number;
  readonly isLine: boolean;
}

function comments(source: string, pattern: RegExp): Sentence[] {
  const lineOf = lineCounter(source);
  const found = [...source.matchAll(pattern)].map((match) => ({
    text: match[1] ?? match[2],
    line: lineOf(match.index),
    last: lineOf(match.index + match[0].length),
    isLine: match[1] === undefined,
  }));
  return joinLines(found).flatMap(({ text, line }) => ofComment(text, line));
}

/** Joins comments on consecutive lines into one text. */
function joinLines(found: readonly Comment[]): Comment[] {
  const joined: Comment[] = [];
  for (const comment of found) {
    const before = joined.at(-1);
    if (before?.isLine && comment.isLine && before.last + 1 === comment.line)
      joined[joined.length - 1] = { ...before, text: `${before.text}\n${comment.text}`, last: comment.last };
    else joined.push(comment);
  }
  return joined;
}

/**
 * Returns a comment's sentences. Leaves out stars, tags, code and tables (both are indented), and instructions to
 * tools.
 */
function ofComment(comment: string, line: number): Sentence[] {
  const text = comment.replace(/^[ \t]*\*+ ?/gm, '').trim();
  if (/^(?:biome-ignore|@ts-|eslint|#|@vite-ignore)/.test(text)) return [];
  const prose = text
    .replace(/<pre>[\s\S]*?<\/pre>/g, '')
    .replace(/^ {3,}\S.*$/gm, '')
    .replace(/@example[\s\S]*?(?=^@|$(?![\s\S]))/gm, '')
    .replace(/^[@\\](?:param|returns?|throws|template|tparam|see|deprecated)\b(?: +(?=\S+ +- )\S+ +-)?/gm, '\n\n')
    .replace(/\{@link ([^}|]+)\}/g, '`$1`');
  return sentencesOf(prose).map((sentence) => ({ line, text: sentence.text }));
}

/** The sentences of user-visible texts in a TypeScript file: strings, templates, and JSX, but not code in strings. */
export function sentencesOfTexts(file: string, source: string): Sentence[] {
  const { program } = parseSync(file, source);
  const lineOf = lineCounter(source);
  const sentences: Sentence[] = [];
  walk(program, (node) => {
    const text = textOf(node);
    if (text === undefined || (text.match(/\b[A-Za-z]{2,}\b/g) ?? []).length < 3 || CODE.test(text)) return;
    const line = lineOf(node.start);
    sentences.push(
      ...sentencesOf(text.replace(NAMES, '¤').replace(/\n/g, '\n\n')).map((sentence) => ({
        line,
        text: sentence.text,
      })),
    );
  });
  return sentences;
}

/** Statements of SQL, shaders, styles, and programs. */
const CODE = /[;{}]\s*$|=>|<\/|\dpx\b|^\s*(?:select|insert|update|delete|create|alter|with|#version)\b|^[^ ]*$/i;

/** Placeholders, commands, and quoted names of fields. */
const NAMES = /\{\w+\}|\bludus rivals\b|"\w+"/g;

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'JSXText') return node.value;
  return node.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.cooked).join('¤') : undefined;
}

function testNames(program: Node, lineOf: (offset: number) => number): Sentence[] {
  const names: Sentence[] = [];
  walk(program, (node) => {
    const name = testName(node);
    if (name !== undefined) names.push({ line: lineOf(node.start), text: name });
  });
  return names;
}

/** Visits all nodes except imports and SQL. */
function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) walk(each, visit);
  else if (typeof value === 'object' && value !== null) {
    const node = value as Node;
    if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return;
    if (node.type === 'TaggedTemplateExpression' && node.tag.type === 'Identifier' && node.tag.name === 'sql') return;
    visit(node);
    for (const each of Object.values(node)) walk(each, visit);
  }
}

/** `test('…')`, `describe.each(…)('…')`, `test.skipIf(…)('…')`: their first argument. */
function testName(node: Node): string | undefined {
  if (node.type !== 'CallExpression' || !isTest(node.callee)) return undefined;
  const [first] = node.arguments;
  if (first?.type === 'Literal' && typeof first.value === 'string') return first.value;
  return first?.type === 'TemplateLiteral' ? first.quasis.map(({ value }) => value.cooked).join('¤') : undefined;
}

function isTest(callee: Node): boolean {
  if (callee.type === 'Identifier') return /^(?:test|it|describe)$/.test(callee.name);
  if (callee.type === 'MemberExpression') return isTest(callee.object);
  return callee.type === 'CallExpression' && isTest(callee.callee);
}

function lineCounter(source: string): (offset: number) => number {
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset) => {
    const next = starts.findIndex((start) => start > offset);
    return next < 0 ? starts.length : next;
  };
}
