import { type Cue, cutText, type Foreign, Refusal } from './foreign.ts';

const LOCKED = '剪映 6.0 以后保存的草稿是加密的，读不出来。请在剪映里导出字幕（srt），再导入字幕文件';
const NOT_ONE = '不是剪映或 CapCut 的草稿，请选择草稿文件夹里的 draft_content.json';
/** Older drafts write their texts with marks like those of a page. */
const MARKS = /<[^<>]{1,200}>/g;

type Known = Record<string, unknown>;

/** What is written on the text tracks of a JianYing or CapCut draft, in the order it is shown. */
export function readDraft(bytes: Uint8Array): Foreign {
  const draft = parse(new TextDecoder().decode(bytes));
  const texts = new Map(list(known(draft['materials'])['texts']).map((text) => [text['id'], wordsOf(text['content'])]));
  const tracks = list(draft['tracks']).filter(({ type }) => type === 'text');
  const cues = tracks
    .flatMap((track) => list(track['segments']))
    .flatMap((segment): Cue[] => {
      const { start, duration } = known(segment['target_timerange']);
      const text = texts.get(segment['material_id'])?.trim();
      if (!text || typeof start !== 'number' || typeof duration !== 'number') return [];
      return [{ start_ms: Math.round(start / 1000), end_ms: Math.round((start + duration) / 1000), text }];
    })
    .toSorted((a, b) => a.start_ms - b.start_ms);
  if (cues.length === 0) throw new Refusal('草稿里没有文字轨道，请先在剪映里识别字幕或添加文字');
  const { text, notices } = cutText(cues.map((cue) => cue.text.replaceAll('\n', ' ')).join('\n'));
  const kept = text.split('\n').length;
  return { kind: 'cues', cues: cues.slice(0, kept), notices };
}

function parse(text: string): Known {
  const start = text.trimStart()[0];
  if (start !== '{') throw new Refusal(start === '[' ? NOT_ONE : LOCKED);
  try {
    const draft = known(JSON.parse(text));
    if (!Array.isArray(draft['tracks'])) throw new Refusal(NOT_ONE);
    return draft;
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(NOT_ONE);
  }
}

function known(value: unknown): Known {
  return typeof value === 'object' && value !== null ? (value as Known) : {};
}

function list(value: unknown): Known[] {
  return Array.isArray(value) ? value.map(known) : [];
}

/** A text says in JSON what it is and how each letter looks. */
function wordsOf(content: unknown): string {
  if (typeof content !== 'string') return '';
  try {
    const { text } = known(JSON.parse(content));
    return typeof text === 'string' ? text : '';
  } catch {
    return content.replace(MARKS, '').replace(/^\[|\]$/g, '');
  }
}
