import type { Voice } from '@mixreel/contract';
import { filterVoices } from '#features/voice/voices.ts';
import type { OutputOf } from '#lib/call.ts';

type Role = OutputOf<'audio.parseFile'>['roles'][number];

/** What the name of a role tells about its voice. */
const HINTS: { says: RegExp; gender?: Voice['gender']; style_tags?: string[] }[] = [
  { says: /女|妈|姐|妹|姨|姑|婶|嫂|奶奶|婆|妻|闺蜜|太太/, gender: 'female' },
  { says: /男|爸|哥|弟|叔|伯|舅|爷|公公|丈夫|先生|老公/, gender: 'male' },
  { says: /旁白|解说|讲解|画外音|播报|主持/, style_tags: ['讲解', '播报'] },
];

/**
 * A voice for each role: the one that it is named after or that the script names, else one that fits and that no other
 * role has, as long as there are any.
 */
export function voicesOfRoles(roles: Role[], voices: Voice[]): Map<string, string> {
  const chosen = new Map<string, string>();
  for (const { role, voice_name } of roles) {
    const named = (voice_name && voiceNamed(voice_name, voices)) || voiceNamed(role, voices);
    if (named) chosen.set(role, named.voice_id);
  }
  const offered = filterVoices(voices, { keyword: '', language: 'zh', gender: '', style_tag: '' });
  for (const { role } of roles) {
    const fitting = chosen.has(role) ? null : fittingVoice(role, offered, [...chosen.values()]);
    if (fitting) chosen.set(role, fitting.voice_id);
  }
  return chosen;
}

/** The voice of this name, else the one with the longest name that is in it, else one whose name it is in. */
function voiceNamed(name: string, voices: Voice[]): Voice | undefined {
  const byLength = voices.toSorted((a, b) => b.voice_name.length - a.voice_name.length);
  return (
    voices.find(({ voice_name }) => voice_name.toLowerCase() === name.toLowerCase()) ??
    byLength.find(({ voice_name }) => isNamedIn(voice_name, name)) ??
    voices.find(({ voice_name }) => isNamedIn(name, voice_name))
  );
}

/** Whether a name stands in a text; Sara does not stand in Sarah. */
function isNamedIn(name: string, text: string): boolean {
  const at = text.toLowerCase().indexOf(name.toLowerCase());
  const around = /^[a-z].*[a-z]$/i.test(name) ? `${text[at - 1] ?? ''}${text[at + name.length] ?? ''}` : '';
  return name.length >= 2 && at >= 0 && !/[a-z]/i.test(around);
}

function fittingVoice(role: string, offered: Voice[], taken: string[]): Voice | undefined {
  const hints = HINTS.filter(({ says }) => says.test(role));
  const gender = hints.find((hint) => hint.gender)?.gender;
  const style_tags = hints.flatMap((hint) => hint.style_tags ?? []);
  const timesTaken = ({ voice_id }: Voice) => taken.filter((one) => one === voice_id).length;
  const fit = (voice: Voice) => style_tags.filter((tag) => voice.style_tags.includes(tag)).length;
  const right = offered.filter((voice) => !gender || voice.gender === gender);
  // Sorting keeps the order of equals: recommended ones stay first.
  return right.toSorted((a, b) => timesTaken(a) - timesTaken(b) || fit(b) - fit(a))[0];
}
