import { z } from 'zod';
import { get, post, stream } from './endpoint.ts';
import { Box } from './material.ts';
import { CaptionStyle } from './mix-config.ts';
import { TaskWork } from './task.ts';
import { Done, Id, page, PageInput, Time } from './wire.ts';

/** How something is taken away, from the mildest to the boldest: each with what it does. */
export const CLEAN_WAYS = {
  auto: { name: '自动', about: '先借前后画面里露出来的背景，露不出来的由 AI 补全' },
  crop: { name: '裁掉', about: '把画面裁小一点再放大到原尺寸，适合贴边的水印' },
  blur: { name: '模糊', about: '框内打上模糊' },
  colour: { name: '色块', about: '框内盖上一块颜色' },
  sticker: { name: '贴图', about: '盖上素材库里的一张图片，完整放进框里' },
  caption: { name: '新字幕', about: '盖上自己的字，大小随框' },
  temporal: { name: '借前后画面', about: '只用别的时刻真实露出的背景，不编造任何画面' },
  learned: { name: 'AI 补全', about: '关键画面由 AI 补全，再跟着镜头延续' },
  each: { name: 'AI 逐帧补全', about: '每一帧单独补全，最慢，可能有轻微闪动' },
} as const;
export type CleanWay = keyof typeof CLEAN_WAYS;
/** What becomes of the place where a picture or words are laid over it: the ways of the ladder that leave nothing of it. */
export const CLEAN_UNDERS = { auto: '先去掉原来的', blur: '先打模糊', colour: '垫一块颜色' } as const;
export type CleanUnder = keyof typeof CLEAN_UNDERS;
export const CLEAN_KINDS = { subtitle: '字幕', watermark: '水印', text: '画面文字', drawn: '自己框的' } as const;
export type CleanKind = keyof typeof CLEAN_KINDS;
export const CLEAN_QUALITIES = { fast: '快速', standard: '标准', fine: '精细' } as const;
export type CleanQuality = keyof typeof CLEAN_QUALITIES;

export const CLEANS_AT_ONCE_MAX = 50;
export const CLEAN_MARKS_MAX = 300;
export const CLEAN_WORDS_MAX = 100;
/** Beyond this only covering and cropping are offered: minutes of film in which something is put back. */
export const CLEAN_MENDED_SECONDS_MAX = 600;

/** What a person declares before anything is taken away. Who did so, and when, is kept with the result. */
export const CLEAN_DECLARATION = {
  version: 1,
  text: '我确认有权编辑这些素材，不会用来去除他人的版权标记、平台水印或 AI 生成标识。',
} as const;

const keysOf = <T extends Record<string, unknown>>(words: T) =>
  z.enum(Object.keys(words) as [keyof T & string, ...(keyof T & string)[]]);
const Ms = z.int().min(0).max(86_400_000);
const Fraction = z.number().min(0).max(1);
const MarkBox = z.object({
  x: Fraction,
  y: Fraction,
  width: z.number().min(0.004, '框太小').max(1),
  height: z.number().min(0.004, '框太小').max(1),
}) satisfies z.ZodType<Box>;

/** What a person puts over a box: a picture of the library or words, and what is below where it lets through. */
export const CleanCover = z.object({
  under: keysOf(CLEAN_UNDERS),
  /** The picture, of the library of this space. */
  material_id: Id.nullable(),
  text: z.string().max(CLEAN_WORDS_MAX, '最多 100 字'),
  style: CaptionStyle,
});
export type CleanCover = z.infer<typeof CleanCover>;

/** Something that lies over a picture: where, when, and what is to be done about it. */
export const CleanMark = z.object({
  mark_id: Id,
  kind: keysOf(CLEAN_KINDS),
  /** What is written there, as it was read. */
  text: z.string().max(200),
  is_on: z.boolean(),
  start_ms: Ms,
  end_ms: Ms,
  /** Where it is when; between two it moves evenly. */
  keys: z
    .array(z.object({ at_ms: Ms, box: MarkBox }))
    .min(1)
    .max(200),
  way: keysOf(CLEAN_WAYS),
  /** Only the letters, or all of the box. */
  is_strokes: z.boolean(),
  colour: z.string().regex(/^#[0-9a-f]{6}$/i, '颜色格式不正确'),
  /** Of a sticker or a caption; kept while another way is tried. */
  cover: CleanCover.nullable().default(null),
});
export type CleanMark = z.infer<typeof CleanMark>;

export const CleanResult = z.object({
  vlc_id: Id,
  url: z.string(),
  bytes: z.int(),
  quality: keysOf(CLEAN_QUALITIES),
  /** Of what was hidden: how much another moment showed, and how much a model made up, 0 to 1. */
  seen_share: z.number(),
  made_share: z.number(),
  ai_origin: z.boolean(),
  note: z.string().nullable(),
  /** The material that it was saved as. */
  material_id: Id.nullable(),
  declared_by_name: z.string(),
  declared_at: Time,
});
export type CleanResult = z.infer<typeof CleanResult>;

/** One video or picture from which something is taken away. */
export const Clean = z.object({
  clean_id: Id,
  project_id: Id,
  /** Those that were picked together. */
  batch_id: Id,
  material_id: Id,
  material_name: z.string(),
  is_picture: z.boolean(),
  cover_url: z.string().nullable(),
  /** Of all that was found or drawn, how many are ticked. */
  marks_count: z.int(),
  all_count: z.int(),
  find: TaskWork.nullable(),
  make: TaskWork.nullable(),
  result: CleanResult.nullable(),
  user_name: z.string(),
  created_at: Time,
});
export type Clean = z.infer<typeof Clean>;

export const CleanDetail = Clean.extend({
  /** The file itself; null once the material is gone. */
  url: z.string().nullable(),
  preview_url: z.string().nullable(),
  width: z.int(),
  height: z.int(),
  fps: z.number(),
  duration_ms: z.int(),
  revision: z.int(),
  marks: z.array(CleanMark),
  /** Notices of AI content: nothing may be taken away there. */
  notices: z.array(CleanMark),
  /** Where shots begin. */
  cuts_ms: z.array(z.int()),
  /** What a person should know, in Chinese. */
  note: z.string().nullable(),
  /** The pictures that are laid over boxes here. */
  stickers: z.array(
    z.object({
      material_id: Id,
      material_name: z.string(),
      url: z.string().nullable(),
      /** Why it cannot be used. */
      problem: z.string().nullable(),
    }),
  ),
  /** Why nothing may be taken away here. */
  refusal: z.string().nullable(),
});
export type CleanDetail = z.infer<typeof CleanDetail>;

type Film = Pick<CleanDetail, 'is_picture' | 'width' | 'height' | 'fps' | 'duration_ms' | 'cuts_ms'>;

/** CPU-seconds on the machine it was measured on (docs/decisions/0281, 0286): what the estimate and the line of tasks go by. */
const COST = {
  /** For each megapixel and frame that is encoded, by quality. */
  encode: { fast: 0.012, standard: 0.02, fine: 0.05 },
  /** For each megapixel of box and frame. */
  colour: 0.05,
  blur: 0.25,
  /** A picture or words over it. */
  top: 0.06,
  mend: 75,
  /** Boxes that move go whole, not their letters alone. */
  moving: 150,
  fill: 2.4,
  /** For each megapixel of a picture, and of the boxes in it whose letters alone go. */
  picture: 0.15,
  letters: 8,
};

/** How long it will take on a free machine, in CPU-seconds. */
export function cleanSeconds(film: Film, marks: CleanMark[], quality: CleanQuality): number {
  const on = marks.filter(({ is_on }) => is_on);
  const megapixels = (film.width * film.height) / 1e6;
  if (film.is_picture) {
    const mended = on.filter((mark) => isMended(hidingOf(mark)));
    const letters = mended.filter(({ is_strokes }) => is_strokes).map(({ keys }) => keys[0]!.box);
    const area = letters.reduce((sum, { width, height }) => sum + width * height * megapixels, 0);
    return 1 + COST.picture * megapixels + mended.length * COST.fill + COST.letters * area;
  }
  let seconds = 1 + COST.encode[quality] * megapixels * (film.duration_ms / 1000) * film.fps;
  for (const mark of on) {
    const { start_ms, end_ms, keys } = mark;
    const way = hidingOf(mark);
    if (way === 'crop') continue;
    const frames = (Math.max(0, end_ms - start_ms) / 1000) * film.fps;
    const box = keys[0]!.box;
    const area = box.width * box.height * megapixels;
    const dear = keys.length > 1 ? COST.moving : COST.mend;
    seconds += frames * area * (way === 'blur' || way === 'colour' ? COST[way] : dear);
    if (way !== mark.way) seconds += frames * area * COST.top;
    const shots = 1 + film.cuts_ms.filter((cut) => cut > start_ms && cut < end_ms).length;
    if (way === 'auto' || way === 'learned') seconds += shots * COST.fill;
    if (way === 'each') seconds += frames * COST.fill;
  }
  return seconds;
}

/** How what is there goes, whatever is laid over it then. */
export function hidingOf({ way, cover }: Pick<CleanMark, 'way' | 'cover'>): Exclude<CleanWay, 'sticker' | 'caption'> {
  return way === 'sticker' || way === 'caption' ? (cover?.under ?? 'blur') : way;
}

/** How large what is laid over a box is, in pixels: as large as the box ever is, and even. */
export function coverSize({ keys }: Pick<CleanMark, 'keys'>, film: { width: number; height: number }) {
  const largest = (side: 'width' | 'height') =>
    Math.max(2, 2 * Math.round((Math.max(...keys.map(({ box }) => box[side])) * film[side]) / 2));
  return { width: largest('width'), height: largest('height') };
}

export function isMended(way: CleanWay): boolean {
  return way === 'auto' || way === 'temporal' || way === 'learned' || way === 'each';
}

/** Why these marks cannot be taken away, in words; null when they can. */
export function cleanProblem(film: Film, marks: CleanMark[], notices: CleanMark[]): string | null {
  const on = marks.filter(({ is_on }) => is_on);
  if (on.length === 0) return '请先勾选要去除的地方，或在画面上框选';
  const mended = on
    .filter((mark) => isMended(hidingOf(mark)))
    .reduce((sum, { start_ms, end_ms }) => sum + Math.max(0, end_ms - start_ms) / 1000, 0);
  if (!film.is_picture && mended > CLEAN_MENDED_SECONDS_MAX * 4) {
    return `要补全的画面太长（合计 ${Math.round(mended / 60)} 分钟），请改用模糊、色块或裁掉，或先把视频剪短`;
  }
  if (on.some(({ way, cover }) => way === 'sticker' && !cover?.material_id)) return '有框还没有选贴图，请选一张图片';
  if (on.some(({ way, cover }) => way === 'caption' && !cover?.text.trim())) return '有框还没有填新字幕，请填上';
  if (on.some((mark) => notices.some((notice) => touches(mark, notice, film)))) {
    return '有框盖住了「AI 生成」标识，按规定不能去除，请移开这个框';
  }
  return null;
}

/** So much around a box goes with it, of its height and in pixels at least: letters have soft edges, and codecs smear them. */
export const CLEAN_MARGIN = { share: 0.06, pixels: 4 };

/** What goes with a mark while it is on its way between two places: it is as large as it ever is, and never leaves the picture. */
type Swept = { from: number; to: number; left: number; top: number; right: number; bottom: number };

function sweptBy(
  { keys, start_ms, end_ms }: CleanMark,
  film: Film,
  margin: { share: number; pixels: number },
): Swept[] {
  const largest = (side: 'width' | 'height') => Math.max(...keys.map(({ box }) => box[side]));
  const grow = Math.max(margin.pixels, largest('height') * film.height * margin.share);
  const width = Math.min(1, largest('width') + (2 * grow) / Math.max(1, film.width));
  const height = Math.min(1, largest('height') + (2 * grow) / Math.max(1, film.height));
  const places = keys.map(({ at_ms, box }) => {
    const left = Math.min(1 - width, Math.max(0, box.x + (box.width - width) / 2));
    const top = Math.min(1 - height, Math.max(0, box.y + (box.height - height) / 2));
    return { at_ms, left, top, right: left + width, bottom: top + height };
  });
  return places.map((place, n) => {
    const next = places[n + 1] ?? place;
    return {
      // Before its first place it is there, and behind its last.
      from: n === 0 ? start_ms : Math.max(start_ms, place.at_ms),
      to: n === places.length - 1 ? end_ms : Math.min(end_ms, next.at_ms),
      left: Math.min(place.left, next.left),
      top: Math.min(place.top, next.top),
      right: Math.max(place.right, next.right),
      bottom: Math.max(place.bottom, next.bottom),
    };
  });
}

/** Whether a box ever lies over a notice, on its way from place to place as well. Pictures have no time. */
function touches(mark: CleanMark, notice: CleanMark, film: Film): boolean {
  const others = sweptBy(notice, film, { share: 0, pixels: 0 });
  return sweptBy(mark, film, CLEAN_MARGIN).some((a) =>
    others.some((b) => {
      const isThen = film.is_picture || (a.from < b.to && b.from < a.to);
      return isThen && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    }),
  );
}

/** Whether a part of the picture, which is all that will be seen, shows every notice as it was. */
export function showsNotices(area: Box, notices: CleanMark[]): boolean {
  return notices.every(({ keys }) =>
    keys.every(
      ({ box }) =>
        box.x >= area.x - 0.001 &&
        box.y >= area.y - 0.001 &&
        box.x + box.width <= area.x + area.width + 0.001 &&
        box.y + box.height <= area.y + area.height + 0.001,
    ),
  );
}

const OneClean = z.object({ clean_id: Id });
const Some = z.object({ clean_ids: z.array(Id).min(1).max(CLEANS_AT_ONCE_MAX, '一次最多 50 个') });

/** Taking text and marks away from videos and pictures. */
export const clean = {
  add: post('/api/text_mark/add', {
    summary: '添加去除文字',
    details: '每个素材一条记录，随即查找画面上的文字；一起添加的同属一批',
    input: z.object({
      project_id: Id,
      material_ids: z.array(Id).min(1, '请选择素材').max(CLEANS_AT_ONCE_MAX, '一次最多 50 个'),
    }),
    output: z.object({ clean_ids: z.array(Id), task_ids: z.array(Id) }),
    space: { by: 'project_id', role: 'editor' },
    scope: 'produce',
  }),
  list: get('/api/text_mark/list', {
    summary: '去除文字列表',
    input: PageInput.extend({ project_id: Id }),
    output: page(Clean),
    space: { by: 'project_id', role: 'viewer' },
  }),
  detail: get('/api/text_mark/detail', {
    summary: '一条去除文字',
    input: OneClean,
    output: CleanDetail,
    space: { by: 'clean_id', role: 'viewer' },
  }),
  update: post('/api/text_mark/update', {
    summary: '修改要去除的框',
    details: 'revision 不是最新时拒绝（409），不会盖掉别人的修改',
    input: OneClean.extend({ revision: z.int(), marks: z.array(CleanMark).max(CLEAN_MARKS_MAX, '最多 300 个框') }),
    output: CleanDetail,
    space: { by: 'clean_id', role: 'editor' },
  }),
  spread: post('/api/text_mark/spread', {
    summary: '框用到同批素材',
    details: '把这些框放到同一批的其他素材的同一位置，从头到尾',
    input: OneClean.extend({ mark_ids: z.array(Id).min(1).max(CLEAN_MARKS_MAX) }),
    output: z.object({ changed: z.int() }),
    space: { by: 'clean_id', role: 'editor' },
  }),
  changes: stream('/api/text_mark/changes', {
    summary: '去除文字的变化',
    details: '有人改了框、保存或删除了记录；任务的进度在任务的变化里',
    input: z.object({ project_id: Id }),
    output: z.object({}),
    space: { by: 'project_id', role: 'viewer' },
  }),
  make: post('/api/text_mark/add_task', {
    summary: '去除文字水印',
    details: '必须带声明的版本：谁、何时声明会随结果保存。含 AI 标识或没有授权的素材会被拒绝',
    input: Some.extend({
      quality: keysOf(CLEAN_QUALITIES).default('standard'),
      declaration_version: z.literal(CLEAN_DECLARATION.version, '请先确认有权编辑这些素材'),
    }),
    output: z.object({
      task_ids: z.array(Id),
      refused: z.array(z.object({ clean_id: Id, material_name: z.string(), reason: z.string() })),
    }),
    space: { by: 'clean_ids', role: 'editor' },
    scope: 'produce',
  }),
  save: post('/api/text_mark/save', {
    summary: '保存去除结果',
    details: 'new 存成新素材，replace 换掉原素材（原来的在回收站）',
    input: OneClean.extend({ mode: z.enum(['new', 'replace']) }),
    output: z.object({ material_id: Id }),
    space: { by: 'clean_id', role: 'editor' },
  }),
  remove: post('/api/text_mark/delete', {
    summary: '删除去除记录',
    details: '还在进行的会先取消；已保存的素材不受影响',
    input: Some,
    output: Done,
    space: { by: 'clean_ids', role: 'editor' },
  }),
};
