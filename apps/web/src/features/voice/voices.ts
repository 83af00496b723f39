import type { Voice } from '@mixreel/contract';
import { useCall } from '#lib/use-call.ts';

/** The tag of voices that are offered first. */
export const RECOMMENDED = '推荐';

export type VoiceFilter = { keyword: string; language: string; gender: '' | Voice['gender']; style_tag: string };

export function useVoices() {
  return useCall('voice.list', {}, { stale_ms: 300_000 });
}

/** Those that match, recommended ones first, otherwise in the order of the list. */
export function filterVoices(voices: Voice[], { keyword, language, gender, style_tag }: VoiceFilter): Voice[] {
  const wanted = keyword.trim().toLowerCase();
  const found = voices.filter(
    (voice) =>
      (!language || voice.language === language) &&
      (!gender || voice.gender === gender) &&
      (!style_tag || voice.style_tags.includes(style_tag)) &&
      [voice.voice_name, voice.language_name, ...voice.style_tags].some((text) => text.toLowerCase().includes(wanted)),
  );
  const isFirst = ({ style_tags }: Voice) => style_tags.includes(RECOMMENDED);
  return [...found.filter(isFirst), ...found.filter((voice) => !isFirst(voice))];
}
