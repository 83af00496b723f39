import { expect, test } from 'vitest';
import { rightsProblem } from '#features/search/rights.ts';
import { daysLeft, resolutionName, tellingTags, formatName } from './material-facts.ts';

const NOW = Date.parse('2026-03-01T00:00:00Z');

test('sizes are called what people call them, upright or lying', () => {
  expect(resolutionName({ width: 1080, height: 1920 })).toBe('1080p');
  expect(resolutionName({ width: 3840, height: 2160 })).toBe('4K');
  expect(resolutionName({ width: null, height: null })).toBeNull();
});

test('rights that ran out or will within a week are told, and first of all that somebody did not agree', () => {
  const problem = (expires_at: string | null, consent: 'missing' | 'given' | 'unknown' = 'unknown') =>
    rightsProblem({ expires_at, consent }, NOW);
  expect(problem(null)).toBeNull();
  expect(problem('2026-02-28T23:59:00Z')).toBe('over');
  expect(problem('2026-03-05T00:00:00Z', 'given')).toBe('soon');
  expect(problem('2026-04-05T00:00:00Z')).toBeNull();
  expect(problem('2026-02-28T23:59:00Z', 'missing')).toBe('no_consent');
});

test('the bin keeps a material for its days and then no longer', () => {
  expect(daysLeft('2026-03-01T00:00:00Z', 30, NOW)).toBe(30);
  expect(daysLeft('2026-01-01T00:00:00Z', 30, NOW)).toBe(0);
});

test('a card shows what people wrote and what is in the picture before how it was filmed', () => {
  const tag = (tag_type: 'orientation' | 'sound' | 'scene' | 'object' | 'custom', source: 'ai' | 'user' = 'ai') => ({
    tag_type,
    name: tag_type,
    source,
    score: null,
  });
  const nobody = { ...tag('scene'), name: '无人' };
  const tags = [nobody, tag('orientation'), tag('sound'), tag('object'), tag('scene'), tag('custom', 'user')];
  expect(tellingTags(tags).map(({ name }) => name)).toEqual(['custom', 'scene', 'object', '无人']);
});

test('formats are called what people call them', () => {
  const facts = { audio_tracks: 1, rotation: 0, hdr: '', is_variable_rate: false, loudness: null } as const;
  const rest = { ...facts, sha256: null, origin_url: null };
  const mp4 = { format: 'mov,mp4,m4a,3gp,3g2,mj2', codec: 'h264', audio_codec: 'aac' };
  expect(formatName({ ...rest, ...mp4 })).toBe('MP4 · H.264 · AAC');
  expect(formatName({ ...rest, format: 'matroska,webm', codec: 'vp9', audio_codec: null })).toBe('MKV · VP9');
  expect(formatName({ ...rest, format: 'mp3', codec: null, audio_codec: 'mp3' })).toBe('MP3');
});
