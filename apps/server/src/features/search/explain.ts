import type { SearchReason, Shot } from '@mixreel/contract';
import { type Hit, MATCHED, type Ranked } from './rank-clips.ts';
import { plainText } from './words.ts';

const SNIPPET = 24;
const MEANING_SAID = 0.3;

/** Why a shot was found, in the words that a card shows, the strongest first. */
export function explain(
  hits: Hit[],
  { material_name, tags, caption, ocr_text, speech_text, faces }: Shot & { material_name: string },
  { meaning_score = 0, match_score = 0 }: Partial<Pick<Ranked, 'meaning_score' | 'match_score'>>,
): SearchReason[] {
  const reasons: SearchReason[] = [];
  const add = (kind: SearchReason['kind'], text: string, word: string) => {
    const same = reasons.find((reason) => reason.kind === kind);
    if (!same) reasons.push({ kind, text, words: [word] });
    else if (!same.words.includes(word)) {
      same.words.push(word);
      if (kind === 'tag' && !same.text.split(' · ').includes(text)) same.text += ` · ${text}`;
    }
  };
  const names = tags.map(({ name }) => ({ name, plain: plainText(name) }));
  for (const { spelling, fields } of hits.toSorted((a, b) => b.spelling.weight - a.spelling.weight)) {
    const { word } = spelling;
    if (fields.includes('seen')) {
      const tag = names.find(({ plain }) => plain.includes(word));
      const person = faces.find(({ person_name }) => plainText(person_name).includes(word));
      if (tag) add('tag', tag.name, word);
      else if (person) add('person', person.person_name, word);
      else if (plainText(caption).includes(word)) add('caption', snippet(caption, word), word);
      // Given to the whole material rather than seen in the shot.
      else add('tag', word, word);
    }
    // Not sure enough to be a tag: said in the words that were asked for, and that it is a guess.
    else if (fields.includes('guess')) add('tag', `可能是${word}`, word);
    if (fields.includes('text')) add('text', snippet(ocr_text, word), word);
    if (fields.includes('speech')) add('speech', snippet(speech_text, word), word);
    if (fields.includes('name')) add('name', material_name, word);
  }
  if (match_score >= MATCHED) {
    reasons.push({ kind: 'caption', text: `像这句话说的 ${Math.round(match_score * 100)}%`, words: [] });
  }
  if (reasons.length === 0 && meaning_score >= MEANING_SAID) {
    reasons.push({ kind: 'meaning', text: `意思相近 ${Math.round(meaning_score * 100)}%`, words: [] });
  }
  return reasons;
}

/** The part of a text around a word. */
export function snippet(text: string, word: string): string {
  const at = Math.max(0, plainText(text).indexOf(word));
  const from = Math.max(0, at - Math.floor((SNIPPET - word.length) / 2));
  const part = text.slice(from, from + SNIPPET).toWellFormed();
  return `${from > 0 ? '…' : ''}${part.replace(/\s+/g, ' ')}${from + SNIPPET < text.length ? '…' : ''}`;
}
