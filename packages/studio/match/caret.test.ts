import { expect, test } from 'vitest';
import { placeToWrite } from './files.ts';

const PLACES: readonly (readonly [what: string, source: string])[] = [
  ['a class', '// play() is asked once a round\nclass Mine {\n  play(): void {\n    |this.go();\n  }\n}\n'],
  ['a function', "import { x } from 'y';\nexport default function mine(game) {\n  |game.move();\n}\n"],
  ['an arrow function', 'export default (game) => {\n  |game.move();\n};\n'],
  ['Python', '"""play() plays."""\nclass Mine(trails.Player):\n    def play(self):\n        |self.go(1)\n'],
  ['C++', 'struct P {\n  /** play (): a round */\n  virtual void play () {\n    |int x;\n  }\n};\n'],
  ['code without a bot', '|const one = 1;\n'],
];

test.each(PLACES)('placeToWrite returns the position of the first statement to edit in %s', (_what, marked) => {
  const source = marked.replace('|', '');
  expect(placeToWrite(source)).toBe(marked.indexOf('|'));
});
