import { type Fields, type Kind, type Operation, RANK, type State } from '@mixreel/document';
import { z } from 'zod';
import { FACT_TABLES } from './fact-kind.ts';
import { MixOverrides, ShootingOverrides } from './mix-config.ts';
import {
  CLIP_POOLS,
  CLIPS_MAX,
  ClipSettings,
  ClipSource,
  LINE_CHARACTERS_MAX,
  SCRIPTS_MAX,
  SHOOTINGS_MAX,
} from './mix-document.ts';
import { CONFIG_WORDS } from './mix-field-words.ts';
import { shorten } from './shorten.ts';
import { Id, Name } from './wire.ts';

/** The one record of its table. */
export const MIX = 'mix';
const Rank = z.string().regex(RANK, '顺序不对');

const MixRecord = z.object({
  mproject_name: Name,
  config: MixOverrides,
  template_name: z.string().max(100).nullable(),
  template_config: MixOverrides.nullable(),
});
export type MixRecord = z.infer<typeof MixRecord>;

const ShootingRecord = z.object({
  rank: Rank,
  shooting_name: z.string().max(50, '名称最多 50 字'),
  config: ShootingOverrides,
});
export type ShootingRecord = z.infer<typeof ShootingRecord>;

/** As it is typed: a space at the end is the beginning of the next word. */
const Caption = z
  .object({ text: z.string().min(1, '字幕不能为空').max(200), start_ms: z.int().min(0), end_ms: z.int().min(1) })
  .refine(({ start_ms, end_ms }) => end_ms > start_ms, '结束要晚于开始');

const ScriptRecord = z.object({
  shooting_id: Id,
  rank: Rank,
  text: z.string().max(LINE_CHARACTERS_MAX, '一句台词最多 1000 字'),
  recording_material_id: Id.nullable(),
  captions: z.array(Caption).max(100, '最多 100 条字幕').nullable(),
  second_text: z.string().max(LINE_CHARACTERS_MAX, '最多 1000 字').optional(),
});
export type ScriptRecord = z.infer<typeof ScriptRecord>;

const ClipRecord = ClipSettings.extend({
  pool: z.enum(CLIP_POOLS),
  shooting_id: Id.nullable(),
  rank: Rank,
  material_id: ClipSource.shape.material_id,
  shot_id: ClipSource.shape.shot_id,
  /** As the material was called when it was put here: what history calls the clip by. */
  material_name: z.string().max(500),
});
export type ClipRecord = z.infer<typeof ClipRecord>;

/** A mix as a document that several people edit. A removed shooting leaves its lines and clips to come back with it. */
export const mixKind: Kind = {
  kind: 'mix',
  noun: '混剪',
  words: wordsOfAct,
  tables: {
    mix: {
      noun: '混剪',
      record: MixRecord,
      isFixed: true,
      depth: { config: 3, template_config: 1 },
      fields: {
        mproject_name: '名称',
        template_name: '模板',
        template_config: '模板',
        ...under('config', CONFIG_WORDS),
      },
    },
    shooting: {
      noun: '镜头',
      record: ShootingRecord,
      most: SHOOTINGS_MAX,
      place: ['rank'],
      depth: { config: 3 },
      fields: { shooting_name: '名称', rank: '位置', ...under('config', CONFIG_WORDS) },
      nameOf: ({ shooting_name }, state, id) => shorten(shooting_name as string) || shorten(firstLine(state, id)),
      check: (_record, state, id) => (linesOf(state, id) === 0 ? '至少保留一个台词版本' : null),
    },
    script: {
      noun: '台词',
      measure: '句',
      record: ScriptRecord,
      texts: ['text'],
      place: ['rank'],
      parent: { table: 'shooting', field: 'shooting_id' },
      fields: {
        text: '文字',
        recording_material_id: '录音',
        captions: '逐条字幕',
        second_text: '第二语言',
        rank: '位置',
      },
      nameOf: ({ text }) => shorten(text as string),
      check({ shooting_id }, state) {
        if (!state['shooting']?.[shooting_id as string]) return '这个镜头已被删除，台词没有放进去';
        const isFull = linesOf(state, shooting_id as string) > SCRIPTS_MAX;
        return isFull ? `一个镜头最多 ${SCRIPTS_MAX} 个台词版本` : null;
      },
      checkRemoved: ({ shooting_id }, state) => {
        const isLast = state['shooting']?.[shooting_id as string] && linesOf(state, shooting_id as string) === 0;
        return isLast ? '至少保留一个台词版本' : null;
      },
    },
    clip: {
      noun: '片段',
      record: ClipRecord,
      place: ['rank', 'shooting_id', 'pool'],
      parent: { table: 'shooting', field: 'shooting_id' },
      depth: { crop: 1 },
      fields: {
        start_ms: '入点',
        end_ms: '出点',
        speed: '速度',
        volume: '音量',
        fit: '画面适配',
        crop: '裁切',
        is_mirrored: '镜像',
        is_pinned: '固定',
        is_excluded: '排除',
        note: '备注',
        material_id: '素材',
        shot_id: '素材',
        material_name: '素材',
        rank: '位置',
        shooting_id: '位置',
        pool: '位置',
      },
      nameOf: ({ material_name }) => material_name as string,
      check: checkClip,
    },
    ...FACT_TABLES,
  },
};

function checkClip(record: Fields, state: State): string | null {
  const { pool, shooting_id, start_ms, end_ms, crop } = record as ClipRecord;
  if ((pool === 'shooting') !== (shooting_id !== null)) return '片段要放在一个镜头、片头或片尾里';
  if (shooting_id !== null && !state['shooting']?.[shooting_id]) return '这个镜头已被删除，片段没有放进去';
  if (end_ms <= start_ms) return '片段的结束要晚于开始';
  if (crop) {
    const { x, y, width, height } = crop;
    const isInside = x >= 0 && y >= 0 && width >= 0.05 && height >= 0.05 && x + width <= 1.001 && y + height <= 1.001;
    if (!isInside) return '裁切要在画面之内，且不小于画面的 5%';
  }
  const isFull = countIn(state['clip'], shooting_id ?? pool) > CLIPS_MAX;
  return isFull ? `一个镜头最多 ${CLIPS_MAX} 个片段，请先删除一些` : null;
}

function linesOf(state: State, shooting_id: string): number {
  return countIn(state['script'], shooting_id);
}

/** Counted once for all that an act has touched, which may be thousands. */
const counts = new WeakMap<State[string], Map<string, number>>();

/** How many records of a table are in a place: a shooting, the header or the footer. */
function countIn(table: State[string] = {}, place: string): number {
  let known = counts.get(table);
  if (!known) {
    known = new Map();
    for (const { shooting_id, pool } of Object.values(table)) {
      const of = (shooting_id ?? pool) as string;
      known.set(of, (known.get(of) ?? 0) + 1);
    }
    counts.set(table, known);
  }
  return known.get(place) ?? 0;
}

function firstLine(state: State, shooting_id: string): string {
  const own = Object.values(state['script'] ?? {}).filter((one) => one['shooting_id'] === shooting_id);
  const [first] = own.toSorted((a, b) => ((a['rank'] as string) < (b['rank'] as string) ? -1 : 1));
  return (first?.['text'] as string | undefined) ?? '';
}

/** What people have one word for: a clip cut in two, a template put on or taken off. */
function wordsOfAct(before: State, operations: readonly Operation[]): string | null {
  const [first, second] = operations;
  if (first?.do === 'set' && first.table === 'mix' && first.path[0] === 'template_name' && operations.length <= 2) {
    return typeof first.value === 'string' ? `套用模板「${first.value}」` : '不用模板';
  }
  const isCut = first?.do === 'set' && first.table === 'clip' && first.path[0] === 'end_ms';
  if (!isCut || operations.length !== 2 || second?.do !== 'add' || second.table !== 'clip') return null;
  const { material_name = '' } = (before['clip']?.[first.id] ?? {}) as Partial<ClipRecord>;
  return `切开片段「${material_name}」`;
}

function under(field: string, words: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(words).map(([path, word]) => [path ? `${field}.${path}` : field, word]));
}
