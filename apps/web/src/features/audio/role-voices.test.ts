import type { Voice } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { voicesOfRoles } from './role-voices.ts';

function voiceOf(voice_name: string, gender: Voice['gender'], language = 'zh', style_tags: string[] = []): Voice {
  const about = { engine: 'builtin', engine_name: '内置引擎', language_name: '', emotions: [], sample_text: '' };
  return { ...about, voice_id: `builtin:${voice_name}`, voice_name, gender, language, style_tags };
}

const voices = [
  voiceOf('晓妮', 'female'),
  voiceOf('晓晓', 'female', 'zh', ['推荐']),
  voiceOf('云希', 'male', 'zh', ['推荐']),
  voiceOf('云扬', 'male', 'zh', ['播报']),
  voiceOf('Sarah', 'female', 'en-US'),
];
const given = (roles: string[], voice_names: Record<string, string> = {}) =>
  [
    ...voicesOfRoles(
      roles.map((role) => ({ role, voice_name: voice_names[role] ?? null })),
      voices,
    ).values(),
  ].map((voice_id) => voice_id.replace('builtin:', ''));

test('a role that is named after a voice has it', () => {
  expect(given(['晓晓', 'sarah', '云扬（客服）'])).toEqual(['晓晓', 'Sarah', '云扬']);
  expect(given(['小美', '老王'], { 小美: '晓妮', 老王: '云扬' })).toEqual(['晓妮', '云扬']);
});

test('other roles get voices that fit and that nobody has yet; Sara is not Sarah', () => {
  expect(
    voicesOfRoles(
      [
        { role: '女主', voice_name: null },
        { role: '晓晓', voice_name: null },
      ],
      voices,
    ).get('女主'),
  ).toBe('builtin:晓妮');
  expect(given(['Sara', '老王', '女儿', '旁白'])).toEqual(['晓晓', '云希', '晓妮', '云扬']);
});

test('more roles than voices share them evenly', () => {
  const shared = given(Array.from({ length: 8 }, (_, n) => `路${n}`));
  expect(new Set(shared)).toEqual(new Set(['晓晓', '云希', '晓妮', '云扬']));
  expect(shared.slice(0, 4).toSorted()).toEqual(shared.slice(4).toSorted());
});
