/** The languages that videos are made in here. */
type KnownLanguage = { language: string; language_name: string; native_name: string; is_rtl: boolean };

const LISTED: [language: string, name: string, native: string][] = [
  ['zh', '中文', '简体中文'],
  ['zh-TW', '繁体中文', '繁體中文'],
  ['yue', '粤语', '粵語'],
  ['en', '英语', 'English'],
  ['ja', '日语', '日本語'],
  ['ko', '韩语', '한국어'],
  ['es', '西班牙语', 'Español'],
  ['pt', '葡萄牙语', 'Português'],
  ['fr', '法语', 'Français'],
  ['de', '德语', 'Deutsch'],
  ['it', '意大利语', 'Italiano'],
  ['ru', '俄语', 'Русский'],
  ['ar', '阿拉伯语', 'العربية'],
  ['id', '印尼语', 'Bahasa Indonesia'],
  ['ms', '马来语', 'Bahasa Melayu'],
  ['th', '泰语', 'ไทย'],
  ['vi', '越南语', 'Tiếng Việt'],
  ['hi', '印地语', 'हिन्दी'],
  ['tr', '土耳其语', 'Türkçe'],
];

export const LANGUAGES: KnownLanguage[] = LISTED.map(([language, language_name, native_name]) => ({
  language,
  language_name,
  native_name,
  is_rtl: language === 'ar',
}));

/** What it is called; a language that is not listed by its code. */
export function languageName(language: string): string {
  return LANGUAGES.find((known) => known.language === language)?.language_name ?? language;
}

/** `en` of `en-US`. */
export function baseOf(language: string): string {
  return language.split('-')[0] ?? '';
}
