import type { Platform } from '@mixreel/contract';
import { PLATFORM_NAMES } from '@mixreel/contract';
import type { App } from '#context.ts';
import { listLanguages } from '#features/language/list-languages.ts';

/** What is spoken where, the first first. */
const REGIONS: Record<string, string[]> = {
  CN: ['zh'],
  HK: ['yue', 'zh-TW', 'en'],
  TW: ['zh-TW'],
  SG: ['en', 'zh'],
  MY: ['ms', 'en', 'zh'],
  US: ['en', 'es'],
  GB: ['en'],
  CA: ['en', 'fr'],
  AU: ['en'],
  JP: ['ja'],
  KR: ['ko'],
  TH: ['th'],
  VN: ['vi'],
  ID: ['id'],
  PH: ['en'],
  IN: ['en', 'hi'],
  SA: ['ar'],
  AE: ['ar', 'en'],
  RU: ['ru'],
  DE: ['de'],
  FR: ['fr'],
  ES: ['es'],
  MX: ['es'],
  BR: ['pt'],
  PT: ['pt'],
  IT: ['it'],
};
const ABROAD: readonly Platform[] = ['tiktok', 'reels', 'shorts'];

function names(some: Platform[]): string {
  return some.map((one) => PLATFORM_NAMES[one]).join('、');
}

/** Languages for where the videos go. What a region speaks counts more than where a platform is from. */
export function recommendLanguages(
  app: App,
  { platforms, region }: { platforms: Platform[]; region?: string | undefined },
) {
  const known = new Map(listLanguages(app).items.map((one) => [one.language, one]));
  const abroad = platforms.filter((one) => ABROAD.includes(one));
  const home = platforms.filter((one) => !ABROAD.includes(one));
  const wanted: [language: string, reason: string][] = [
    ...(REGIONS[region ?? ''] ?? []).map((language): [string, string] => [language, `当地常用（${region}）`]),
    ...(home.length > 0 ? [['zh', `${names(home)} 的观众说中文`] as [string, string]] : []),
    ...(abroad.length > 0 && !region ? [['en', `${names(abroad)} 上看得懂的人最多`] as [string, string]] : []),
    ...(platforms.length === 0 && !region ? [['zh', '没有写平台和地区'] as [string, string]] : []),
  ];
  return [...new Map(wanted.toReversed()).entries()].toReversed().flatMap(([language, reason]) => {
    const found = known.get(language);
    if (!found) return [];
    return [{ language, language_name: found.language_name, reason, is_spoken: found.spoken_by.length > 0 }];
  });
}
