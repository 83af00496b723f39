import { z } from 'zod';
import { CoverChange, CoverView } from './cover.ts';
import { Sequence } from './document.ts';
import { get, plain, post, query } from './endpoint.ts';
import { CANDIDATES_MAX, MixConfigChange, ShootingConfigChange } from './mix-config.ts';
import { ClipSettings, ClipSource } from './mix-document.ts';
import { MixSummary } from './mix-summary.ts';
import { SpokenWord } from './voice.ts';
import { Id, PageInput, Time, page, TimeZone } from './wire.ts';

export const CANDIDATE_STATUSES = ['planned', 'previewable', 'rendering', 'exported', 'failed'] as const;
export const EXPORT_STATUSES = ['waiting', 'rendering', 'done', 'failed', 'canceled'] as const;

/** The clip, and the wording, chosen for one place. `slot_id` is a shooting, `header` or `footer`. */
export const ClipPick = z.object({ slot_id: Id, video_clip_id: Id, script_id: Id.nullable() });
export type ClipPick = z.infer<typeof ClipPick>;

/**
 * What one video has instead of what its mix sets: who speaks, which music from where (`music_id@start_ms`), the words of
 * its title, how much faster it is spoken (`1.08`), how its captions look (the key of a ready-made look).
 */
export const VideoFactors = z
  .object({
    voice: z.string().max(200),
    music: z.string().max(200),
    title: z.string().max(60),
    pace: z.string().max(10),
    style: z.string().max(40),
  })
  .partial();
export type VideoFactors = z.infer<typeof VideoFactors>;

/** A video of a mix before it is made: a clip and a wording for every place, and what else it has of its own. */
export type PlannedVideo = { picks: ClipPick[]; factors: VideoFactors };

/** One combination: a possible finished video, known before it is rendered. */
export const Candidate = z.object({
  candidate_id: Id,
  mproject_id: Id,
  /** From 1, in the order of choice: the first few are the least alike. */
  number: z.int(),
  signature: z.string(),
  picks: z.array(ClipPick),
  factors: VideoFactors,
  duration: z.number(),
  /** Likeness with the most similar other one and on average, 0 to 1, as the judge will measure it, and its level. */
  most_likeness: z.number(),
  level: z.int().min(1).max(5),
  mean_likeness: z.number(),
  closest_id: Id.nullable(),
  is_picked: z.boolean(),
  is_excluded: z.boolean(),
  status: z.enum(CANDIDATE_STATUSES),
  /** How much of it exists already, 0 to 1. */
  readiness: z.number(),
  cover_url: z.string().nullable(),
  artwork_id: Id.nullable(),
  error: z.string().nullable(),
  /** What it is made of was changed since it was exported. */
  is_stale: z.boolean(),
  /** Why it can't be made as the mix is now, in words; null when it can. */
  problem: z.string().nullable(),
});
export type Candidate = z.infer<typeof Candidate>;

/** A candidate that was changed: what it was, and what is other now, in words. */
const ChangedCandidate = z.object({
  candidate_id: Id,
  number: z.int(),
  before: z.object({ picks: z.array(ClipPick), factors: VideoFactors }),
  /** What it is now; given with what it was before to take the change back. */
  signature: z.string(),
  changes: z.array(z.string()),
  likeness_before: z.number(),
  likeness: z.number(),
});
export type ChangedCandidate = z.infer<typeof ChangedCandidate>;

/** Where two candidates are the same. Kinds are null where neither has anything of them. */
export const CandidatePair = z.object({
  likeness: z.number(),
  level: z.int(),
  picture: z.number().nullable(),
  sound: z.number().nullable(),
  text: z.number().nullable(),
  places: z.array(
    z.object({
      slot_id: z.string(),
      slot_name: z.string(),
      /** What is seen and said here in the first, and at the same place in the second. */
      clips: z.tuple([z.string(), z.string()]),
      lines: z.tuple([z.string(), z.string()]),
      /** Shares of what is seen and said here in the first that the second has too, wherever. */
      picture: z.number(),
      text: z.number(),
      is_same_sound: z.boolean(),
      /** Whether there is another clip or wording to put here. */
      can_replace: z.boolean(),
    }),
  ),
  voices: z.tuple([z.string(), z.string()]),
  is_same_voice: z.boolean(),
  music: z.tuple([z.string(), z.string()]),
  is_same_music: z.boolean(),
});
export type CandidatePair = z.infer<typeof CandidatePair>;

/** One place of a combination on the timeline. */
const PreviewCut = z.object({
  slot_id: z.string(),
  slot_name: z.string(),
  video_clip_id: Id,
  script_id: Id.nullable(),
  start_ms: z.int(),
  end_ms: z.int(),
  line: z.string(),
  words: z.array(SpokenWord),
  cover_url: z.string().nullable(),
  /** Whether its pictures exist in the quality of the finished video. */
  is_ready: z.boolean(),
});

/** A combination that plays although no file of it exists. */
export const Preview = z.object({
  mproject_id: Id,
  signature: z.string(),
  candidate_id: Id.nullable(),
  picks: z.array(ClipPick),
  /** `draft`: small pictures that are made in a moment; `full`: the finished video itself. */
  quality: z.enum(['draft', 'full']),
  url: z.string(),
  width: z.int(),
  height: z.int(),
  duration: z.number(),
  cuts: z.array(PreviewCut),
  /** Waveform of what is said, 50 values a second, 0 to 100. */
  peaks: z.array(z.int()),
  /** Beats of the music, while cuts are moved to them. */
  beats_ms: z.array(z.int()),
  /** How much of the finished video exists, 0 to 1. */
  readiness: z.number(),
});
export type Preview = z.infer<typeof Preview>;

/** What one click does about a problem. Everything that it changes can be taken back. */
export const ProblemFix = z.object({
  label: z.string(),
  /** Settings of the shooting, and of the mix. */
  config: ShootingConfigChange,
  mix: MixConfigChange,
  /** Other texts in the wording. */
  wording: z.array(z.object({ from: z.string(), to: z.string() })),
  /** Settings of the clip: another range, or left out. */
  clip: ClipSettings.partial(),
  /** A range of another material in the place of the clip's own. */
  source: ClipSource.nullable(),
});
export type ProblemFix = z.infer<typeof ProblemFix>;

/** Something to look at before export. `blocks` refuses it. */
export const ExportProblem = z.object({
  kind: z.string(),
  blocks: z.boolean(),
  /** Which shot, which clip and which second of it, for people; empty when it is about all of the mix. */
  where: z.string(),
  message: z.string(),
  shooting_id: Id.nullable(),
  script_id: Id.nullable(),
  video_clip_id: Id.nullable(),
  /** The moment of the clip's material at which to look. */
  at_ms: z.int().nullable(),
  /** The forbidden word that it is about: a space may allow it. */
  taboo_word: z.string().nullable(),
  /** What is said otherwise than on the sheet: somebody may accept that. */
  fact: z.object({ place_id: Id, said: z.string(), sheet: z.string() }).nullable(),
  /** The first one is what mending everything at once does; none when only a person can. */
  fixes: z.array(ProblemFix),
});
export type ExportProblem = z.infer<typeof ExportProblem>;

/** One video of an export. */
export const ExportVideo = z.object({
  export_video_id: Id,
  task_id: Id,
  candidate_id: Id,
  number: z.int(),
  file_name: z.string(),
  status: z.enum(EXPORT_STATUSES),
  progress: z.number(),
  error: z.string().nullable(),
  artwork_id: Id.nullable(),
  finished_at: Time.nullable(),
});
export type ExportVideo = z.infer<typeof ExportVideo>;

const OneMix = z.object({ mproject_id: Id });
const CandidateIds = z.array(Id).min(1).max(CANDIDATES_MAX);

const OneCombination = OneMix.extend({
  candidate_id: Id.optional(),
  picks: z
    .array(z.string().regex(/^[\w-]{1,64}~[\w-]{1,64}~[\w-]{0,64}$/, '组合格式不正确'))
    .max(70)
    .optional(),
  quality: z.enum(['draft', 'full']).default('draft'),
  /** Of the mix as it was after this step of its history; the present when left out. */
  sequence: Sequence.optional(),
});

export const candidate = {
  list: get('/api/candidate/list', {
    summary: '候选视频',
    input: PageInput.extend({
      mproject_id: Id,
      is_picked: z.boolean().optional(),
      is_excluded: z.boolean().default(false),
      status: z.enum(CANDIDATE_STATUSES).optional(),
      /** Only those that use this clip. */
      video_clip_id: Id.optional(),
      /** Only those that begin with this clip, in which this voice speaks, of this level. */
      opening: Id.optional(),
      voice: z.string().max(200).optional(),
      level: z.int().min(1).max(5).optional(),
      sort: z.enum(['number', 'likeness']).default('number'),
    }),
    output: page(Candidate),
    space: { by: 'mproject_id', role: 'viewer' },
  }),
  plan: post('/api/candidate/plan', {
    summary: '挑选候选',
    details:
      '挑出彼此最不像的组合；挑过的只要还成立、不超过允许的重复度就保留，换一批（combine.seed 换了）或 is_fresh 时全部重新挑选',
    input: OneMix.extend({
      count: z.int().min(1).max(CANDIDATES_MAX).optional(),
      is_fresh: z.boolean().default(false),
    }),
    output: MixSummary,
    space: { by: 'mproject_id', role: 'editor' },
  }),
  summary: get('/api/candidate/summary', {
    summary: '能出多少条视频',
    details: '按标准能出几条、为什么不能更多、怎么才能更多（advice、ways）、预计多久',
    input: OneMix,
    output: MixSummary,
    space: { by: 'mproject_id', role: 'viewer' },
  }),
  update: post('/api/candidate/update', {
    summary: '选用或排除候选',
    input: z.object({
      candidate_ids: CandidateIds,
      is_picked: z.boolean().optional(),
      is_excluded: z.boolean().optional(),
    }),
    output: z.object({ changed: z.int() }),
    space: { by: 'candidate_ids', role: 'editor' },
  }),
  pair: get('/api/candidate/pair', {
    summary: '两条候选哪里相同',
    details: '逐个镜头的画面、台词、声音，以及音乐',
    input: OneMix.extend({ first_id: Id, second_id: Id }),
    output: CandidatePair,
    space: { by: 'mproject_id', role: 'viewer' },
  }),
  replace: post('/api/candidate/replace', {
    summary: '换掉一段',
    details: '在一条候选的一个位置换上别的片段或说法：和其他候选最不像的那个',
    input: OneMix.extend({ candidate_id: Id, slot_id: z.string().max(64) }),
    output: ChangedCandidate,
    space: { by: 'mproject_id', role: 'editor' },
  }),
  mend: post('/api/candidate/mend', {
    summary: '修到 L2',
    details: '改尽量少的几条，让选中的候选两两都在 L3 以下；做不到的留在 left 里',
    input: OneMix,
    output: z.object({ changed: z.array(ChangedCandidate), left: z.int() }),
    space: { by: 'mproject_id', role: 'editor' },
  }),
  revise: post('/api/candidate/revise', {
    summary: '改回候选的内容',
    details: '给出 signature 时，只有候选还是那个样子才改；已被别人改过的不动',
    input: OneMix.extend({
      videos: z
        .array(
          z.object({
            candidate_id: Id,
            picks: z.array(ClipPick).max(70),
            factors: VideoFactors,
            signature: z.string().max(20_000).optional(),
          }),
        )
        .min(1)
        .max(CANDIDATES_MAX),
    }),
    output: z.object({ changed: z.int() }),
    space: { by: 'mproject_id', role: 'editor' },
  }),
  matrix: get('/api/candidate/matrix', {
    summary: '两两重复度',
    details: '按候选顺序的上三角，千分比',
    input: OneMix,
    output: z.object({
      candidate_ids: z.array(Id),
      numbers: z.array(z.int()),
      /** Row by row, without the diagonal: 0–1, 0–2, …, 1–2, … */
      likeness: z.array(z.int()),
    }),
    space: { by: 'mproject_id', role: 'viewer' },
  }),
  preview: get('/api/mproject/preview', {
    summary: '播放一个组合',
    details: '给 candidate_id 或 picks（每项 slot_id~video_clip_id~script_id）；都不给时取第一个组合',
    input: OneCombination,
    output: Preview,
    space: { by: 'mproject_id', role: 'viewer' },
  }),
  readiness: get('/api/mproject/preview/readiness', {
    summary: '一个组合的画面做好了多少',
    details: '0 到 1；播放要现做的画面时，用它显示进度',
    input: OneCombination,
    output: z.object({ readiness: z.number() }),
    space: { by: 'mproject_id', role: 'viewer' },
  }),
  cover: query('/api/candidate/cover', {
    summary: '候选的封面',
    details: '还没有导出也有；给 cover 时看改了之后的样子，不保存',
    input: z.object({ candidate_id: Id, cover: CoverChange.optional() }),
    output: CoverView,
    space: { by: 'candidate_id', role: 'viewer' },
  }),
  setCover: post('/api/candidate/cover/update', {
    summary: '改候选的封面',
    details: '导出时用；没给的字段不变。和别的封面一样时会拒绝',
    input: z.object({ candidate_ids: CandidateIds, cover: CoverChange }),
    output: z.object({ changed: z.int() }),
    space: { by: 'candidate_ids', role: 'editor' },
  }),
  picture: plain('GET', '/mix/cover', { summary: '画出来的封面', per_minute: 6000 }),
  video: plain('GET', '/mix/video', { summary: '还没有导出的组合，支持分段', per_minute: 6000 }),
  check: get('/api/candidate/check', {
    summary: '导出前检查',
    details: '缺字、语速、互相重叠、遮挡人脸与平台界面、不能用的片段、授权、音乐；where 说在哪里，fixes 是一键能做的',
    input: OneMix,
    output: z.object({ problems: z.array(ExportProblem) }),
    space: { by: 'mproject_id', role: 'viewer' },
  }),
  export: post('/api/candidate/export', {
    summary: '导出成片',
    details:
      '选中的候选，或最不像的前 N 条；一个任务，每条视频各有进度，失败的可单独重试。现在做不了的不导出，在 left_out 里说明原因',
    input: OneMix.extend({
      candidate_ids: CandidateIds.optional(),
      best: z.int().min(1).max(CANDIDATES_MAX).optional(),
      name_rule: z.string().trim().min(1).max(100).optional(),
      /** Whose day `{date}` is; the server's unless given. */
      time_zone: TimeZone.optional(),
      dir_id: Id.optional(),
    }),
    output: z.object({
      task_id: Id,
      count: z.int(),
      dir_id: Id,
      left_out: z.array(z.object({ candidate_id: Id, number: z.int(), problem: z.string() })),
    }),
    space: { by: 'mproject_id', role: 'editor' },
    scope: 'produce',
  }),
  exports: get('/api/candidate/exports', {
    summary: '导出的进度',
    details: '每条视频一行，最新的任务在前',
    input: PageInput.extend({ mproject_id: Id, task_id: Id.optional() }),
    output: page(ExportVideo),
    space: { by: 'mproject_id', role: 'viewer' },
  }),
};
