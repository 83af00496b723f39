import { z } from 'zod';
import { post, query } from './endpoint.ts';
import { CLIP_POOLS, CLIPS_MAX, ClipSettings, ClipSource, Revision, VideoClip } from './mix-document.ts';
import { Done, Id } from './wire.ts';

const Place = z.object({
  mproject_id: Id,
  pool: z.enum(CLIP_POOLS).default('shooting'),
  /** With the pool `shooting`. */
  shooting_id: Id.optional(),
  position: z.int().min(0).optional(),
});
const NewClips = z
  .array(
    z.object({
      material_id: Id,
      shot_id: Id.optional(),
      start_ms: z.int().min(0).optional(),
      end_ms: z.int().min(1).optional(),
    }),
  )
  .min(1)
  .max(CLIPS_MAX, `一次最多 ${CLIPS_MAX} 个片段`);
const PlannedClips = z.object({
  clips: z.array(VideoClip),
  /** What was left out and why, in words. */
  notices: z.array(z.string()),
});
const ClipIds = z.array(Id).min(1).max(CLIPS_MAX);

export const clip = {
  add: post('/api/video_clip/add', {
    summary: '添加候选片段',
    details: '素材的一段；不带时间时取整个镜头（shot_id）或整个素材，图片取 3 秒',
    input: Place.extend({ clips: NewClips }),
    output: PlannedClips,
    space: { by: 'mproject_id', role: 'editor' },
  }),
  plan: query('/api/video_clip/plan', {
    summary: '片段会是哪一段',
    details: '和 video_clip/add 一样挑好范围，但不放进混剪；页面据此自己添加，好撤销',
    input: z.object({ mproject_id: Id, clips: NewClips }),
    output: PlannedClips,
    space: { by: 'mproject_id', role: 'editor' },
  }),
  update: post('/api/video_clip/update', {
    summary: '修改片段',
    details: 'revision 不是最新时得到冲突与最新内容',
    input: z.object({ video_clip_id: Id, revision: Revision, ...ClipSettings.partial().shape }),
    output: VideoClip,
    space: { by: 'video_clip_id', role: 'editor' },
  }),
  replace: post('/api/video_clip/replace', {
    summary: '给片段换素材',
    details: '位置、音量、勾选和用到它的候选不变；换回回收站里的素材也可以，片段会标出不能用',
    input: z.object({ video_clip_id: Id, revision: Revision, source: ClipSource }),
    output: VideoClip,
    space: { by: 'video_clip_id', role: 'editor' },
  }),
  split: post('/api/video_clip/split', {
    summary: '把片段切成两个',
    input: z.object({ video_clip_id: Id, at_ms: z.int().min(1) }),
    output: z.object({ clips: z.array(VideoClip) }),
    space: { by: 'video_clip_id', role: 'editor' },
  }),
  move: post('/api/video_clip/move', {
    summary: '移动片段',
    details: '到另一个镜头、片头或片尾；position 是移走后的序号',
    input: Place.extend({ video_clip_ids: ClipIds }),
    output: z.object({ clips: z.array(VideoClip) }),
    space: { by: 'mproject_id', role: 'editor' },
  }),
  delete: post('/api/video_clip/delete', {
    summary: '删除片段',
    details: '可以恢复；素材不受影响',
    input: z.object({ video_clip_ids: ClipIds }),
    output: Done,
    space: { by: 'video_clip_ids', role: 'editor' },
  }),
  restore: post('/api/video_clip/restore', {
    summary: '恢复片段',
    input: z.object({ video_clip_ids: ClipIds }),
    output: z.object({ clips: z.array(VideoClip) }),
    space: { by: 'video_clip_ids', role: 'editor' },
  }),
};
