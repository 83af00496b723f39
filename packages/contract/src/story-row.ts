import { z } from 'zod';
import { parseNumber } from './fact-number.ts';
import { LINE_CHARACTERS_MAX } from './mix-document.ts';
import { Id } from './wire.ts';

export const STORY_ROWS_MAX = 500;

/** What a row is for in the whole: what ads are made of, in the order they usually come. */
export const SECTIONS = {
  hook: '开头吸引',
  pain: '痛点',
  positioning: '产品定位',
  solution: '产品方案',
  usage: '使用方法',
  results: '效果展示',
  proof: '信任背书',
  price: '价格对比',
  promotion: '活动福利',
  call: '行动号召',
  transition: '过渡',
} as const;
export const SHOT_SIZES = {
  extreme_close_up: '大特写',
  close_up: '特写',
  medium_close: '近景',
  medium: '中景',
  full: '全景',
  long: '远景',
} as const;
export const ANGLES = {
  eye: '平视',
  high: '俯拍',
  low: '仰拍',
  top: '顶拍',
  dutch: '斜角',
  pov: '主观视角',
  over_shoulder: '过肩',
  side: '侧面',
  back: '背面',
} as const;
export const CAMERA_MOVES = {
  static: '固定',
  push: '推',
  pull: '拉',
  pan: '摇',
  tilt: '升降摇',
  track: '移',
  follow: '跟',
  orbit: '环绕',
  crane: '升降',
  handheld: '手持',
  zoom: '变焦',
} as const;

type Keys<T> = [keyof T, ...(keyof T)[]];
const oneOf = <T extends object>(words: T) => z.enum(Object.keys(words) as unknown as Keys<T> & string[]).nullable();
const text = (most: number) => z.string().max(most, `最多 ${most} 个字`);

/** A moment of a material, or with an end a stretch of it; a picture is at 0. */
export const StoryReference = z
  .object({
    material_id: Id,
    start_ms: z.int().min(0).max(86_400_000),
    end_ms: z.int().min(1).max(86_400_000).nullable(),
  })
  .refine(({ start_ms, end_ms }) => end_ms === null || end_ms > start_ms, '结束要晚于开始');
export type StoryReference = z.infer<typeof StoryReference>;

/** One row of a board: what is seen, said and written in one shot. Empty texts and null are not decided yet. */
export const StoryRow = z.object({
  row_id: Id,
  section: oneOf(SECTIONS),
  picture: text(1000),
  line: text(LINE_CHARACTERS_MAX),
  /** Empty: the line is shown. */
  caption: text(200),
  shot_size: oneOf(SHOT_SIZES),
  angle: oneOf(ANGLES),
  camera_move: oneOf(CAMERA_MOVES),
  duration_ms: z.int().min(100, '最短 0.1 秒').max(600_000, '最长 10 分钟').nullable(),
  scene: text(100),
  people: text(100),
  props: text(200),
  sound: text(200),
  note: text(1000),
  reference: StoryReference.nullable(),
});
export type StoryRow = z.infer<typeof StoryRow>;
export type StoryField = Exclude<keyof StoryRow, 'row_id'>;

export const EMPTY_ROW: Omit<StoryRow, 'row_id'> = {
  section: null,
  picture: '',
  line: '',
  caption: '',
  shot_size: null,
  angle: null,
  camera_move: null,
  duration_ms: null,
  scene: '',
  people: '',
  props: '',
  sound: '',
  note: '',
  reference: null,
};

/** Whether a shot can be made of it: there is something to see, to say or to go by. */
export function isWritten({ line, picture, reference }: Pick<StoryRow, 'line' | 'picture' | 'reference'>): boolean {
  return line.trim() !== '' || picture.trim() !== '' || reference !== null;
}

type Words = Readonly<Record<string, string>>;
/** What a column takes: words that people write, one of a few, seconds, or a picture. */
export type StoryColumn =
  | { field: StoryField; name: string; also: readonly string[]; takes: 'text' }
  | { field: StoryField; name: string; also: readonly string[]; takes: 'choice'; words: Words; spoken: Words }
  | { field: 'duration_ms'; name: string; also: readonly string[]; takes: 'seconds' }
  | { field: 'reference'; name: string; also: readonly string[]; takes: 'reference' };

/** The columns in their first order. `also`: what other people's tables call them; `spoken`: what they write for a choice. */
export const STORY_COLUMNS: readonly StoryColumn[] = [
  {
    field: 'section',
    name: '段落',
    also: ['环节', '结构', '部分', 'section', '段'],
    takes: 'choice',
    words: SECTIONS,
    spoken: {
      钩子: 'hook',
      开头: 'hook',
      开场: 'hook',
      噱头引入: 'hook',
      引入: 'hook',
      定位: 'positioning',
      解决方案: 'solution',
      方案: 'solution',
      产品介绍: 'solution',
      卖点: 'solution',
      产品使用教育: 'usage',
      使用: 'usage',
      教程: 'usage',
      效果: 'results',
      展示: 'results',
      背书: 'proof',
      证明: 'proof',
      价格: 'price',
      福利: 'promotion',
      活动: 'promotion',
      优惠: 'promotion',
      促销: 'promotion',
      号召: 'call',
      引导: 'call',
      结尾: 'call',
      引导下单: 'call',
      转场: 'transition',
      cta: 'call',
      黄金三秒: 'hook',
      前三秒: 'hook',
      片头: 'hook',
      抓眼球: 'hook',
      悬念: 'hook',
      反差: 'hook',
      用户痛点: 'pain',
      痛点引入: 'pain',
      痛点共鸣: 'pain',
      问题: 'pain',
      困扰: 'pain',
      产品引入: 'positioning',
      引出产品: 'positioning',
      产品亮相: 'positioning',
      种草: 'positioning',
      卖点展示: 'solution',
      核心卖点: 'solution',
      产品卖点: 'solution',
      功能: 'solution',
      成分: 'solution',
      使用场景: 'usage',
      使用步骤: 'usage',
      使用演示: 'usage',
      演示: 'usage',
      操作: 'usage',
      效果对比: 'results',
      使用效果: 'results',
      前后对比: 'results',
      对比: 'results',
      信任: 'proof',
      口碑: 'proof',
      好评: 'proof',
      用户证言: 'proof',
      资质: 'proof',
      权威: 'proof',
      报价: 'price',
      比价: 'price',
      性价比: 'price',
      赠品: 'promotion',
      限时: 'promotion',
      利益点: 'promotion',
      权益: 'promotion',
      行动引导: 'call',
      下单引导: 'call',
      促单: 'call',
      逼单: 'call',
      转化: 'call',
      收尾: 'call',
      片尾: 'call',
      引导关注: 'call',
      引导评论: 'call',
      过场: 'transition',
      衔接: 'transition',
      空镜: 'transition',
    },
  },
  {
    field: 'reference',
    name: '参考画面',
    also: ['参考', '参考图', '画面参考', '图片', 'reference'],
    takes: 'reference',
  },
  {
    field: 'picture',
    name: '画面',
    also: ['画面内容', '画面描述', '镜头内容', '镜头描述', '内容', '分镜', '视觉', 'picture', 'visual'],
    takes: 'text',
  },
  {
    field: 'line',
    name: '台词',
    also: ['口播', '口播文案', '旁白', '文案', '配音', '解说', '解说词', '对白', 'line', 'narration', 'voiceover'],
    takes: 'text',
  },
  { field: 'caption', name: '字幕', also: ['花字', '屏幕文字', '画面文字', 'caption', 'subtitle'], takes: 'text' },
  {
    field: 'shot_size',
    name: '景别',
    also: ['镜头景别', 'shot size', 'size'],
    takes: 'choice',
    words: SHOT_SIZES,
    spoken: {
      极特写: 'extreme_close_up',
      微距: 'extreme_close_up',
      近特写: 'close_up',
      中近景: 'medium_close',
      半身: 'medium',
      中全景: 'full',
      全身: 'full',
      大全景: 'long',
      大远景: 'long',
      大特: 'extreme_close_up',
      特: 'close_up',
      近: 'medium_close',
      中: 'medium',
      全: 'full',
      小全: 'full',
      小全景: 'full',
      大全: 'long',
      远: 'long',
      ecu: 'extreme_close_up',
      cu: 'close_up',
      mcu: 'medium_close',
      ms: 'medium',
      fs: 'full',
      ls: 'long',
      ws: 'long',
      超特写: 'extreme_close_up',
      极近景: 'extreme_close_up',
      局部特写: 'extreme_close_up',
      近特: 'close_up',
      胸像: 'medium_close',
      半近景: 'medium_close',
      半身景: 'medium',
      半身近景: 'medium',
      全身景: 'full',
      空镜: 'long',
    },
  },
  {
    field: 'angle',
    name: '角度',
    also: ['机位', '拍摄角度', '视角', 'angle'],
    takes: 'choice',
    words: ANGLES,
    spoken: {
      平拍: 'eye',
      正面: 'eye',
      俯视: 'high',
      俯: 'high',
      仰视: 'low',
      仰: 'low',
      垂直俯拍: 'top',
      俯瞰: 'top',
      上帝视角: 'top',
      倾斜: 'dutch',
      荷兰角: 'dutch',
      第一视角: 'pov',
      第一人称: 'pov',
      主观: 'pov',
      过肩镜头: 'over_shoulder',
      平: 'eye',
      平角: 'eye',
      正: 'eye',
      正拍: 'eye',
      正面拍: 'eye',
      俯角: 'high',
      高角度: 'high',
      高机位: 'high',
      俯视角: 'high',
      仰角: 'low',
      低角度: 'low',
      低机位: 'low',
      仰视角: 'low',
      顶视: 'top',
      鸟瞰: 'top',
      垂直: 'top',
      俯瞰视角: 'top',
      斜拍: 'dutch',
      倾斜构图: 'dutch',
      主观镜头: 'pov',
      第一人称视角: 'pov',
      侧: 'side',
      侧拍: 'side',
      侧视: 'side',
      正侧: 'side',
      正侧面: 'side',
      斜侧: 'side',
      斜侧面: 'side',
      侧面拍: 'side',
      背: 'back',
      背拍: 'back',
      背后: 'back',
      背影: 'back',
    },
  },
  {
    field: 'camera_move',
    name: '运镜',
    also: ['镜头运动', '拍摄手法', '运动', '镜头', 'camera', 'move'],
    takes: 'choice',
    words: CAMERA_MOVES,
    spoken: {
      固定镜头: 'static',
      静止: 'static',
      定机位: 'static',
      推镜: 'push',
      推近: 'push',
      推进: 'push',
      拉镜: 'pull',
      拉远: 'pull',
      摇镜: 'pan',
      左右摇: 'pan',
      横摇: 'pan',
      上下摇: 'tilt',
      俯仰摇: 'tilt',
      平移: 'track',
      移镜: 'track',
      横移: 'track',
      跟拍: 'follow',
      跟随: 'follow',
      跟镜: 'follow',
      环拍: 'orbit',
      升: 'crane',
      降: 'crane',
      手持晃动: 'handheld',
      变焦推近: 'zoom',
      静: 'static',
      静态: 'static',
      不动: 'static',
      定: 'static',
      定镜: 'static',
      定镜头: 'static',
      固定机位: 'static',
      推轨: 'push',
      前推: 'push',
      推入: 'push',
      后拉: 'pull',
      拉出: 'pull',
      左摇: 'pan',
      右摇: 'pan',
      甩: 'pan',
      甩镜: 'pan',
      上摇: 'tilt',
      下摇: 'tilt',
      左移: 'track',
      右移: 'track',
      移动: 'track',
      滑轨: 'track',
      跟移: 'follow',
      旋转: 'orbit',
      绕: 'orbit',
      上升: 'crane',
      下降: 'crane',
      摇臂: 'crane',
      手持跟拍: 'handheld',
      晃动: 'handheld',
      推变焦: 'zoom',
      焦段变化: 'zoom',
    },
  },
  {
    field: 'duration_ms',
    name: '时长',
    also: ['时长(秒)', '时间', '秒数', '秒', 'duration', 'seconds'],
    takes: 'seconds',
  },
  { field: 'scene', name: '场景', also: ['地点', '场地', '场次', '景', 'scene', 'location'], takes: 'text' },
  { field: 'people', name: '人物', also: ['演员', '出镜', '出镜人', '角色', 'actor', 'people'], takes: 'text' },
  { field: 'props', name: '道具', also: ['服化道', 'props'], takes: 'text' },
  { field: 'sound', name: '声音', also: ['音效', '音乐', '背景音乐', 'bgm', 'sound', 'audio'], takes: 'text' },
  { field: 'note', name: '备注', also: ['说明', '注意', '要求', 'note', 'remark'], takes: 'text' },
];

/** Longer is no heading, no choice and no length, and must not be gone through by patterns: a cell may hold a whole file. */
const HEADING_MAX = 200;
const CELL_MAX = 60;

/** The column that people mean by a heading of their own table; null when it is none of ours. */
export function columnOf(heading: string): StoryColumn | null {
  if (heading.length > HEADING_MAX) return null;
  const said = plainly(heading).replace(/[（(].*?[)）]$/u, '');
  if (!said) return null;
  const names = (column: StoryColumn) => [column.name, ...column.also].map(plainly);
  return (
    STORY_COLUMNS.find((column) => names(column).includes(said)) ??
    STORY_COLUMNS.find((column) => names(column).some((name) => name.length > 1 && said.includes(name))) ??
    null
  );
}

/** 缓慢推近, 微俯拍; 特写镜头, 推镜头运镜, 卖点一: what stands beside the word itself. */
const HOW = /^(?:缓慢|缓缓|慢慢|慢速|快速|迅速|轻微|略微|稍微|缓|慢|快|微|略|小幅度?)+/u;
const OF_WHAT = /(?:镜头|运镜|拍摄|视角|机位|[\d一二三四五六七八九十])+$/u;

type Choice = Extract<StoryColumn, { takes: 'choice' }>;

function keyOf({ words, spoken }: Choice, word: string): string | undefined {
  if (word === '') return undefined;
  return Object.entries(words).find(([key, name]) => name === word || key === word)?.[0] ?? spoken[word];
}

type Read = { value: StoryRow[StoryField] } | { problem: string };

/** What somebody typed or pasted into a cell, as it is kept; or why it cannot be, in words. */
export function readCell(column: StoryColumn, typed: string): Read {
  const said = typed.trim();
  if (column.takes === 'text') return { value: typed.replace(/\r\n?/g, '\n') };
  if (column.takes === 'reference') return { problem: '参考画面请从素材库选择，或粘贴一张图片' };
  if (said === '') return { value: null };
  if (column.takes === 'seconds') return readSeconds(said);
  const word = said.length > CELL_MAX ? '' : plainly(said);
  const key = keyOf(column, word) ?? keyOf(column, word.replace(HOW, '').replace(OF_WHAT, ''));
  if (key !== undefined) return { value: key as StoryRow['shot_size'] };
  return { problem: `${column.name}没有「${said.slice(0, 20)}」，可以写：${Object.values(column.words).join('、')}` };
}

/** A cell as it is shown, copied and written into tables. */
export function writeCell(column: StoryColumn, value: StoryRow[StoryField]): string {
  if (value === null) return '';
  if (column.takes === 'choice') return column.words[value as string] ?? '';
  if (column.takes === 'seconds') return String((value as number) / 1000);
  return typeof value === 'string' ? value : '';
}

const SPOKEN_NUMBER = /[零一二两三四五六七八九十百]+(?:点[零一二三四五六七八九]+)?(?=分|秒)/gu;

/** 3, 3.5s, 3 秒, 00:03, 0:03.5, 3″, 1分20秒, 2-3 秒 (the longer), 三秒, 一秒半. */
function readSeconds(said: string): Read {
  const half = (said.length > CELL_MAX ? '' : plainly(said))
    .replaceAll('”', '"')
    .replace(SPOKEN_NUMBER, (word) => String(parseNumber(word) ?? word))
    .replace(/^半秒/u, '0.5秒')
    .replace(/(\d+)秒半$/u, '$1.5秒');
  const range = /^(?:约)?[\d.]+(?:s|秒)?[-–—~～至到]([\d.]+)(?:s|秒|"|′′)?$/u.exec(half);
  const clock = /^(?:(\d+):)?(\d{1,3}):(\d{1,2}(?:\.\d+)?)$/.exec(half);
  const words = /^约?(?:(\d+(?:\.\d+)?)(?:分钟?|min|′|'))?(?:(\d+(?:\.\d+)?)(?:秒钟?|s|sec|seconds|′′|"|'')?)?$/u.exec(
    half,
  );
  const seconds = range
    ? Number(range[1])
    : clock
      ? Number(clock[1] ?? 0) * 3600 + Number(clock[2]) * 60 + Number(clock[3])
      : words && (words[1] ?? words[2]) !== undefined
        ? Number(words[1] ?? 0) * 60 + Number(words[2] ?? 0)
        : Number.NaN;
  const value = Math.round(seconds * 1000);
  if (!Number.isFinite(value)) return { problem: `时长「${said.slice(0, 20)}」看不懂，请写秒数，例如 3.5` };
  const fits = StoryRow.shape.duration_ms.safeParse(value);
  return fits.success ? { value } : { problem: `时长：${fits.error.issues[0]?.message ?? '不对'}` };
}

/** Half width, without spaces, small letters. */
function plainly(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, '').toLowerCase();
}
