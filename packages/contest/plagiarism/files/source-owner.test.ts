import { expect, test } from 'vitest';
import { whose } from './source-owner.ts';

test('a file stands for one person, and a folder for one person with several versions', () => {
  expect(whose(['ada.cc'])).toEqual({ name: 'ada', version: '' });
  expect(whose(['ada.cc.txt'])).toEqual({ name: 'ada', version: '' });
  expect(whose(['Ada Byron', 'AIMine.cc'])).toEqual({ name: 'Ada Byron', version: 'AIMine.cc' });
  expect(whose(['ada', '2', 'AIMine.cc'])).toEqual({ name: 'ada', version: '2/AIMine.cc' });
});
