import { PLACE_LABELS, THING_LABELS } from '@mixreel/ai';
import { BoundedMap } from '@mixreel/media';
import { synonymsOf } from './synonyms.ts';
import type { PartKind } from './understand.ts';

const WHO = new Set('女生 男生 小孩 人 单人 双人 多人 无人'.split(' '));
const FRAMING = new Set('特写 近景 中景 全景 远景 竖屏 横屏 方形'.split(' '));
/** What people see in a picture and no model tells: where nothing says it, it is said to be missing. */
const UNTOLD = new Set('雪 雨 雾气 彩虹 闪电 日出 瀑布 沙漠'.split(' '));
/** A word that stands for another only loosely says nothing of what kind it is. */
const CLEARLY = 0.7;

const known = new BoundedMap<string, PartKind>(20_000);

/** What a word asks for, by the labels that it or a word like it is: `word` is what no model could have seen. */
export function kindOfWord(word: string): PartKind {
  const kept = known.get(word);
  if (kept) return kept;
  const names = [word, ...synonymsOf(word).flatMap((other) => (other.weight >= CLEARLY ? other.word : []))];
  const kind: PartKind = names.some((name) => WHO.has(name))
    ? 'who'
    : names.some((name) => FRAMING.has(name))
      ? 'framing'
      : names.some((name) => THING_LABELS.has(name))
        ? 'thing'
        : names.some((name) => PLACE_LABELS.has(name) || UNTOLD.has(name))
          ? 'place'
          : 'word';
  known.set(word, kind);
  return kind;
}
