import type { Voice } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { filterVoices } from './voices.ts';

function voiceOf(voice_name: string, given: Partial<Voice>): Voice {
  return {
    voice_id: `builtin:${voice_name}`,
    voice_name,
    engine: 'builtin',
    engine_name: '内置引擎',
    gender: 'female',
    language: 'zh',
    language_name: '普通话',
    style_tags: [],
    emotions: [],
    sample_text: '',
    ...given,
  };
}

const voices = [
  voiceOf('晓妮', { style_tags: ['温柔'] }),
  voiceOf('晓晓', { style_tags: ['带货', '推荐'] }),
  voiceOf('云健', { gender: 'male', style_tags: ['促销'] }),
  voiceOf('Heart', { language: 'en-US', language_name: '英语（美式）', style_tags: ['推荐'] }),
];
const every = { keyword: '', language: '', gender: '' as const, style_tag: '' };
const names = (filter: Partial<Parameters<typeof filterVoices>[1]>) =>
  filterVoices(voices, { ...every, ...filter }).map(({ voice_name }) => voice_name);

test('recommended voices come first, the rest as they were listed', () => {
  expect(names({})).toEqual(['晓晓', 'Heart', '晓妮', '云健']);
});

test('voices are found by name, style, language or gender', () => {
  expect(names({ keyword: ' heart' })).toEqual(['Heart']);
  expect(names({ keyword: '促' })).toEqual(['云健']);
  expect(names({ keyword: '英语' })).toEqual(['Heart']);
  expect(names({ language: 'zh', gender: 'female', style_tag: '温柔' })).toEqual(['晓妮']);
});
