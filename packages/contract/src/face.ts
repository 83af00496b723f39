import { z } from 'zod';
import { get, post, stream } from './endpoint.ts';
import { Box } from './material.ts';
import { TaskWork } from './task.ts';
import { Done, Id, page, PageInput, Time } from './wire.ts';

/** Whose face it is. */
export const FACE_SUBJECTS = {
  self: { name: '我本人', about: '照片上就是你自己' },
  employee: { name: '本公司员工', about: '已取得员工单独、书面的同意' },
  model: { name: '签约模特', about: '合同写明可以用于换脸' },
  virtual: { name: '虚拟人物', about: '不对应任何真人的形象，有使用权' },
} as const;
export type FaceSubject = keyof typeof FACE_SUBJECTS;

/** What a person agrees to before a face is used at all. Changing it makes a new version: earlier ones stay as they were said. */
export const FACE_CONSENT = {
  version: 1,
  text: '照片上的人已被告知人脸会被用于视频换脸，并单独同意；本人已满 18 周岁；不会用来冒充他人、误导公众或损害他人。做出的视频都会带 AI 标识；同意可以随时撤回，撤回后用这张脸做的视频不能再导出。',
} as const;

export const FACE_MASKS = {
  occlusion: { name: '避开遮挡', about: '手、头发、话筒挡在脸前时留在前面' },
  face: { name: '整张脸', about: '从额头到下巴' },
  oval: { name: '只换五官', about: '眉毛到嘴，脸型和额头不动' },
} as const;
export type FaceMask = keyof typeof FACE_MASKS;
export const FACE_ENHANCES = { none: '不锐化', light: '轻微', strong: '明显' } as const;
export type FaceEnhance = keyof typeof FACE_ENHANCES;

export const FACE_PICTURES_MAX = 5;
export const FACE_GROUPS_MAX = 20;
export const FACE_PREVIEW_MS = 3000;
/** Frames beyond this many are refused: cut the film first. */
export const FACE_MINUTES_MAX = 30;
/** A face that turns further than this to the side is left alone. */
export const FACE_YAW_MAX = 45;

const keysOf = <T extends Record<string, unknown>>(words: T) =>
  z.enum(Object.keys(words) as [keyof T & string, ...(keyof T & string)[]]);
const Ms = z.int().min(0).max(86_400_000);
const Fraction = z.number().min(0).max(1);

export const FaceConsent = z.object({
  subject: keysOf(FACE_SUBJECTS),
  version: z.int(),
  text: z.string(),
  by_name: z.string(),
  at: Time,
  document_name: z.string().nullable(),
  document_url: z.string().nullable(),
  withdrawn_at: Time.nullable(),
  withdrawn_by_name: z.string().nullable(),
});
export type FaceConsent = z.infer<typeof FaceConsent>;

/** A face of the space, with the consent to use it. */
export const Face = z.object({
  face_id: Id,
  face_name: z.string(),
  pictures: z.array(z.object({ url: z.string(), box: Box, yaw: z.number() })),
  consent: FaceConsent,
  /** Videos and pictures made with it. */
  uses_count: z.int(),
  created_at: Time,
});
export type Face = z.infer<typeof Face>;

/** Something made with a face. */
export const FaceUse = z.object({
  kind: z.enum(['result', 'material', 'artwork', 'file']),
  id: Id,
  name: z.string(),
  project_id: Id.nullable(),
  created_at: Time,
  /** Whether it can no longer leave. */
  is_withheld: z.boolean(),
});
export type FaceUse = z.infer<typeof FaceUse>;

/** A stretch in which somebody is seen, and a picture of it. */
export const FaceTrack = z.object({
  track_id: Id,
  start_ms: Ms,
  end_ms: Ms,
  cover_url: z.string().nullable(),
  /** How far the face is turned at most there, in degrees. */
  yaw: z.number(),
});
export type FaceTrack = z.infer<typeof FaceTrack>;

/** Somebody of a video, with the moments in which they are seen. */
export const FaceFigure = z.object({
  figure_id: Id,
  figure_name: z.string(),
  cover_url: z.string().nullable(),
  duration_ms: Ms,
  tracks: z.array(FaceTrack),
  /** Why their face is not changed; null when it may be. */
  refusal: z.string().nullable(),
});
export type FaceFigure = z.infer<typeof FaceFigure>;

const FaceChoice = z.object({
  figure_id: Id,
  face_id: Id,
  is_on: z.boolean().default(true),
  /** When; empty: as long as the person is seen. */
  ranges: z
    .array(z.object({ start_ms: Ms, end_ms: Ms }))
    .max(50, '最多 50 段')
    .default([]),
  strength: Fraction.default(1),
  mask: keysOf(FACE_MASKS).default('occlusion'),
  /** How far light and colour of the film are laid on the face. */
  fit: Fraction.default(1),
  enhance: keysOf(FACE_ENHANCES).default('none'),
});

/** Which face comes onto which person, and how. */
export const FaceGroup = FaceChoice.extend({ group_id: Id });
export type FaceGroup = z.infer<typeof FaceGroup>;

/** How well it went, per person: likeness (SFace) to the new face and to the old one before and after, and trembling. */
export const FaceScore = z.object({
  figure_id: Id,
  face_id: Id,
  to_new: z.number().nullable(),
  to_old: z.number().nullable(),
  before: z.number().nullable(),
  /** Trembling of the result in trembling of the original; 1 is the same. */
  tremble: z.number().nullable(),
  frames: z.int(),
  /** Frames that were left alone because the face is turned away too far, and those in which it was not found. */
  turned_frames: z.int(),
  lost_frames: z.int(),
});
export type FaceScore = z.infer<typeof FaceScore>;

export const FaceResult = z.object({
  vlc_id: Id,
  url: z.string(),
  bytes: z.int(),
  /** Of a preview: where in the film it begins. */
  from_ms: Ms,
  scores: z.array(FaceScore),
  /** What a person should know of it, in Chinese. */
  note: z.string().nullable(),
  /** The material that it was saved as. */
  material_id: Id.nullable(),
  /** Why it can no longer leave; null when it can. */
  withheld: z.string().nullable(),
  made_by_name: z.string(),
  made_at: Time,
});
export type FaceResult = z.infer<typeof FaceResult>;

export const FACE_SWAP_STATUSES = ['analysing', 'ready', 'producing', 'done', 'failed'] as const;

/** A video or picture in which faces are changed. */
export const FaceSwap = z.object({
  swap_id: Id,
  swap_name: z.string(),
  project_id: Id,
  material_id: Id,
  status: z.enum(FACE_SWAP_STATUSES),
  is_picture: z.boolean(),
  cover_url: z.string().nullable(),
  figures_count: z.int(),
  find: TaskWork.nullable(),
  make: TaskWork.nullable(),
  user_name: z.string(),
  created_at: Time,
});
export type FaceSwap = z.infer<typeof FaceSwap>;

export const FaceSwapDetail = FaceSwap.extend({
  url: z.string().nullable(),
  width: z.int(),
  height: z.int(),
  fps: z.number(),
  duration_ms: Ms,
  /** Whether, as far as is known, only what is changed is encoded. */
  keeps_rest: z.boolean(),
  revision: z.int(),
  figures: z.array(FaceFigure),
  groups: z.array(FaceGroup),
  faces: z.array(Face),
  /** Services that may do it instead of the machine itself; `problem` says why one cannot. */
  engines: z.array(
    z.object({ engine: z.string(), engine_name: z.string(), cost: z.number(), problem: z.string().nullable() }),
  ),
  /** What a person should know, in Chinese. */
  note: z.string().nullable(),
  /** Why nothing may be made here. */
  refusal: z.string().nullable(),
  preview: FaceResult.nullable(),
  result: FaceResult.nullable(),
});
export type FaceSwapDetail = z.infer<typeof FaceSwapDetail>;

/** CPU-seconds for one face in one frame, and for a frame that is encoded, per megapixel (docs/decisions/0265). */
const COST = { face: 0.17, encode: 0.05, begin: 3 };
/** What is encoded with a stretch, before and behind it: pictures come in groups. */
const GROUP_MS = 2000;

type Stretch = { start_ms: number; end_ms: number };
type Made = Pick<FaceSwapDetail, 'width' | 'height' | 'fps' | 'duration_ms' | 'is_picture' | 'keeps_rest'>;

/** When somebody has the new face: as long as they are seen, or in some stretches of that. */
export function shownStretches(tracks: readonly Stretch[], ranges: readonly Stretch[]): Stretch[] {
  if (ranges.length === 0) return tracks.map(({ start_ms, end_ms }) => ({ start_ms, end_ms }));
  return tracks.flatMap((track) =>
    ranges.flatMap((range) => {
      const start_ms = Math.max(track.start_ms, range.start_ms);
      const end_ms = Math.min(track.end_ms, range.end_ms);
      return end_ms > start_ms ? [{ start_ms, end_ms }] : [];
    }),
  );
}

/** How long it will take on a free machine, in CPU-seconds: for each face, and for all that is encoded. */
export function faceSeconds(film: Made, shown: readonly Stretch[]): number {
  const { width, height, fps, duration_ms, is_picture, keeps_rest } = film;
  if (is_picture) return COST.begin;
  const encoded_ms = keeps_rest ? lengthAround(shown, duration_ms) : duration_ms;
  const shown_ms = shown.reduce((sum, { start_ms, end_ms }) => sum + end_ms - start_ms, 0);
  const encoded = (encoded_ms / 1000) * fps * COST.encode * ((width * height) / 1e6);
  return COST.begin + (shown_ms / 1000) * fps * COST.face + encoded;
}

function lengthAround(shown: readonly Stretch[], duration_ms: number): number {
  let [sum, behind] = [0, 0];
  for (const { start_ms, end_ms } of shown.toSorted((a, b) => a.start_ms - b.start_ms)) {
    const end = Math.min(duration_ms, end_ms + GROUP_MS);
    sum += Math.max(0, end - Math.max(behind, start_ms - GROUP_MS));
    behind = Math.max(behind, end);
  }
  return sum;
}

const OneSwap = z.object({ swap_id: Id });
const OneFace = z.object({ face_id: Id });
const OneGroup = OneSwap.extend({ group_id: Id });
const Faces = z.object({ items: z.array(Face) });

/** Putting consented faces onto people of videos and pictures. */
export const face = {
  addProject: post('/api/face_swap_v1/project/add', {
    summary: '新建换脸',
    details: '一个视频或图片一条记录，随即找出画面里的人',
    input: z.object({ project_id: Id, material_id: Id }),
    output: z.object({ swap_id: Id, task_id: Id }),
    space: { by: 'project_id', role: 'editor' },
    scope: 'produce',
  }),
  updateProject: post('/api/face_swap/project/update', {
    summary: '改换脸名称',
    input: OneSwap.extend({ swap_name: z.string().trim().min(1, '请填写名称').max(100) }),
    output: FaceSwapDetail,
    space: { by: 'swap_id', role: 'editor' },
  }),
  projectDetail: get('/api/face_swap/project/detail', {
    summary: '一条换脸',
    input: OneSwap,
    output: FaceSwapDetail,
    space: { by: 'swap_id', role: 'viewer' },
  }),
  projectList: get('/api/face_swap/project/list', {
    summary: '换脸列表',
    input: PageInput.extend({ project_id: Id }),
    output: page(FaceSwap),
    space: { by: 'project_id', role: 'viewer' },
  }),
  removeProject: post('/api/face_swap/project/delete', {
    summary: '删除换脸',
    details: '还在进行的会先取消；已保存的素材和同意记录不受影响',
    input: OneSwap,
    output: Done,
    space: { by: 'swap_id', role: 'editor' },
  }),
  addGroup: post('/api/face_swap/group/add', {
    summary: '给人物选脸',
    input: OneSwap.extend(FaceChoice.shape),
    output: FaceSwapDetail,
    space: { by: 'swap_id', role: 'editor' },
  }),
  updateGroup: post('/api/face_swap/group/update', {
    summary: '修改换脸设置',
    input: OneGroup.extend(FaceChoice.shape),
    output: FaceSwapDetail,
    space: { by: 'swap_id', role: 'editor' },
  }),
  removeGroup: post('/api/face_swap/group/delete', {
    summary: '去掉一组换脸',
    input: OneGroup,
    output: FaceSwapDetail,
    space: { by: 'swap_id', role: 'editor' },
  }),
  updateFigures: post('/api/face_swap/face_analyse/update', {
    summary: '合并拆分人物',
    details: 'revision 不是最新时拒绝（409）。merge 把几个人并成第一个，split 把几段拆成新人物，rename 改名',
    input: OneSwap.extend({
      revision: z.int(),
      change: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('merge'), figure_ids: z.array(Id).min(2, '请至少选两个人').max(50) }),
        z.object({ kind: z.literal('split'), track_ids: z.array(Id).min(1, '请选要拆出的片段').max(500) }),
        z.object({ kind: z.literal('rename'), figure_id: Id, figure_name: z.string().trim().min(1).max(30) }),
      ]),
    }),
    output: FaceSwapDetail,
    space: { by: 'swap_id', role: 'editor' },
  }),
  listFigures: get('/api/face_swap/face_analyse/list', {
    summary: '视频里的人物',
    input: OneSwap,
    output: z.object({ items: z.array(FaceFigure), revision: z.int() }),
    space: { by: 'swap_id', role: 'viewer' },
  }),
  changes: stream('/api/face_swap/changes', {
    summary: '换脸的变化',
    details: '有人改了人物、选的脸或名称，保存或删除了换脸；任务的进度在任务的变化里',
    input: z.object({ project_id: Id }),
    output: z.object({}),
    space: { by: 'project_id', role: 'viewer' },
  }),
  systemFaces: get('/api/face_swap/face/system_list', {
    summary: '系统人脸',
    details: '不属于任何真人、有授权可用的人脸；没有时为空，note 说明原因',
    input: z.object({}),
    output: z.object({ items: z.array(Face), note: z.string() }),
  }),
  selectedFaces: get('/api/face_swap/face/selected_list', {
    summary: '已选的人脸',
    input: OneSwap,
    output: Faces,
    space: { by: 'swap_id', role: 'viewer' },
  }),
  listFaces: get('/api/face_swap/face/list', {
    summary: '空间的人脸',
    input: z.object({ project_id: Id }),
    output: Faces,
    space: { by: 'project_id', role: 'viewer' },
  }),
  addFace: post('/api/face_swap/face/add', {
    summary: '添加人脸',
    details: '1–5 张同一个人的照片，必须带同意的版本和对象；疑似未成年人会被拒绝',
    input: z.object({
      project_id: Id,
      face_name: z.string().trim().min(1, '请填写名字').max(30),
      material_ids: z.array(Id).min(1, '请选照片').max(FACE_PICTURES_MAX, '最多 5 张照片'),
      subject: keysOf(FACE_SUBJECTS),
      consent_version: z.literal(FACE_CONSENT.version, '请先确认照片上的人已单独同意'),
      is_adult: z.literal(true, '未成年人的脸不能用于换脸'),
      document_material_id: Id.nullish(),
    }),
    output: Face,
    space: { by: 'project_id', role: 'editor' },
  }),
  withdrawFace: post('/api/face_swap/face/withdraw', {
    summary: '撤回人脸同意',
    details:
      '正在做的停下，画面里有这张脸或它照片的（视频、成片、海报、贴图、背景、封面）不能再下载、导出或拿去再做；返回它们的列表',
    input: OneFace,
    output: z.object({ items: z.array(FaceUse) }),
    space: { by: 'face_id', role: 'editor' },
  }),
  listUses: get('/api/face_swap/face/use_list', {
    summary: '用过这张脸的',
    input: OneFace,
    output: z.object({ items: z.array(FaceUse) }),
    space: { by: 'face_id', role: 'viewer' },
  }),
  addTask: post('/api/face_swap/add_task', {
    summary: '开始换脸',
    details: 'preview 先做 3 秒，whole 做全部。每张脸都要有没撤回的同意，结果一定带 AI 标识',
    input: OneSwap.extend({
      kind: z.enum(['preview', 'whole']),
      from_ms: Ms.default(0),
      /** A service of `engines`; empty: the machine itself. Services do the whole film only. */
      engine: z.string().max(31).default(''),
    }),
    output: z.object({ task_id: Id }),
    space: { by: 'swap_id', role: 'editor' },
    scope: 'produce',
  }),
  download: post('/api/face_swap/download', {
    summary: '下载换脸结果',
    details: '带看得见的 AI 标识，空间已承诺自行标识的除外；第一次要几秒加上标识。同意已撤回的拒绝',
    input: OneSwap,
    output: z.object({ url: z.string(), file_name: z.string() }),
    space: { by: 'swap_id', role: 'viewer' },
  }),
  saveResult: post('/api/face_swap/save', {
    summary: '保存换脸结果',
    details: '存成新素材，记下由哪个素材做成',
    input: OneSwap,
    output: z.object({ material_id: Id }),
    space: { by: 'swap_id', role: 'editor' },
  }),
};
