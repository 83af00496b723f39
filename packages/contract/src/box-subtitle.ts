import { z } from 'zod';
import { get, post, query } from './endpoint.ts';
import { Id, Time } from './wire.ts';

/** Two hours of somebody who never stops. */
export const SUBTITLES_MAX = 5000;
const SUBTITLE_CHARACTERS_MAX = 200;
/** What is longer is not even looked at. */
export const SUBTITLE_TEXT_MAX = 10_000;
const SUBTITLE_LINES_MAX = 2;
export const SUBTITLE_FILE_BYTES_MAX = 2_000_000;

/** What stands in the picture from one moment to another. */
export const Subtitle = z.object({
  start_ms: z.int().min(0),
  end_ms: z.int().min(0).max(86_400_000, '时间最多 24 小时'),
  text: z.string().trim().max(SUBTITLE_TEXT_MAX, '有一句太长，请拆成几句'),
});
export type Subtitle = z.infer<typeof Subtitle>;

/** The first thing that is wrong with subtitles and where, in Chinese; null when they can be shown. */
export function subtitleProblem(all: readonly Subtitle[]): { index: number; message: string } | null {
  if (all.length > SUBTITLES_MAX) {
    return { index: SUBTITLES_MAX, message: `有 ${all.length} 句，最多 ${SUBTITLES_MAX} 句，请先把视频分成几段` };
  }
  for (const [index, { start_ms, end_ms, text }] of all.entries()) {
    const say = (what: string) => ({ index, message: `第 ${index + 1} 句${what}` });
    const length = text.trim().length;
    if (length === 0) return say('没有字，请填上或删掉这一句');
    if (length > SUBTITLE_CHARACTERS_MAX) {
      return say(`有 ${length} 个字，一句最多 ${SUBTITLE_CHARACTERS_MAX} 个，请拆成几句`);
    }
    if (text.trim().split('\n').length > SUBTITLE_LINES_MAX) return say(`超过 ${SUBTITLE_LINES_MAX} 行，请拆成几句`);
    if (/[^\P{Cc}\n]/u.test(text)) return say('里有看不见的控制字符，请重新输入这一句');
    if (end_ms <= start_ms) return say('的结束时间要晚于开始时间');
    if (start_ms < (all[index - 1]?.end_ms ?? 0)) return say('和上一句的时间重叠，请改开始时间，或改上一句的结束时间');
  }
  return null;
}

const Subtitles = z
  .array(Subtitle)
  .max(SUBTITLES_MAX, `最多 ${SUBTITLES_MAX} 句，请先把视频分成几段`)
  .superRefine((all, context) => {
    const problem = subtitleProblem(all);
    if (problem) context.addIssue({ code: 'custom', message: problem.message, path: [problem.index] });
  });

/** What a material's subtitles say: as heard, or as somebody corrected them. */
export const BoxSubtitles = z.object({
  subtitles: z.array(Subtitle),
  is_corrected: z.boolean(),
  revision: z.int(),
  corrected_by_name: z.string().nullable(),
  corrected_at: Time.nullable(),
  /** Why there are none yet, in Chinese. */
  note: z.string().nullable(),
});
export type BoxSubtitles = z.infer<typeof BoxSubtitles>;

export const boxSubtitle = {
  subtitles: get('/api/ai_box/subtitle/detail', {
    summary: '素材的字幕',
    details: '校对过的，没有校对过就是分析时听到的；note 说明为什么还没有',
    input: z.object({ material_id: Id }),
    output: BoxSubtitles,
    space: { by: 'material_id', role: 'viewer' },
  }),
  correctSubtitles: post('/api/ai_box/subtitle/update', {
    summary: '校对字幕',
    details:
      '以后提取、烧、翻译这个素材的字幕都用这一份，一句不差；subtitles 为 null 时恢复成听到的。按时间先后、互不重叠；revision 不是最新时拒绝（409）',
    input: z.object({ material_id: Id, revision: z.int(), subtitles: Subtitles.min(1, '至少要有一句').nullable() }),
    output: BoxSubtitles,
    space: { by: 'material_id', role: 'editor' },
    body_max: 4 * 1024 * 1024,
  }),
  readSubtitles: query('/api/ai_box/subtitle/file_parse', {
    summary: '读 SRT 字幕文件',
    details: 'UTF-8、UTF-16 或 GBK，最大 2 MB；只读取，不保存。为了放得下改动了什么，写在 notices 里',
    input: z.object({
      material_id: Id,
      file_name: z.string().min(1).max(255),
      content_base64: z
        .base64('文件内容应为 base64')
        .max(Math.ceil(SUBTITLE_FILE_BYTES_MAX / 3) * 4, '字幕文件最大 2 MB，请分成几个文件'),
    }),
    output: z.object({ subtitles: z.array(Subtitle), notices: z.array(z.string()) }),
    space: { by: 'material_id', role: 'viewer' },
    body_max: 4 * 1024 * 1024,
  }),
};
