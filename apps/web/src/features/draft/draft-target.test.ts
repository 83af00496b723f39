import type { DraftSetting } from '@mixreel/contract';
import { expect, test } from 'vitest';
import { defaultMarkers, formatOf, markersFor, ownMarkers } from './draft-target.ts';

const own = { ...defaultMarkers('jianying_6'), app_version: '11.4.0' };
const setting: DraftSetting = { profile: 'jianying_6', markers: own, draft_root: '' };

test('own version markers are used for the program that they were given for, and for no other', () => {
  expect(markersFor('jianying_6', setting).app_version).toBe('11.4.0');
  expect(markersFor('jianying_5', setting).app_version).toBe('5.9.0');
  expect(markersFor('capcut', setting).app_source).toBe('cc');
});

test('markers that are those of the program are not kept as own ones', () => {
  expect(ownMarkers('capcut', defaultMarkers('capcut'))).toBeNull();
  expect(ownMarkers('capcut', defaultMarkers('capcut', 'mac'))).toEqual(defaultMarkers('capcut', 'mac'));
  expect(ownMarkers('jianying_6', own)).toEqual(own);
});

test('programs get drafts, the rest its own format', () => {
  expect(formatOf('capcut')).toBe('draft');
  expect(formatOf('fcpxml')).toBe('fcpxml');
});
