import { z } from 'zod';
import { ClipPick } from './candidate.ts';
import { CoverChange, CoverView } from './cover.ts';
import { ArtworkFilter, Review } from './dir-rule.ts';
import { get, post, query, stream } from './endpoint.ts';
import { SEARCH_SORTS, SearchReason } from './search.ts';
import { TimelineCaption, TimelineMusic, TimelineVoice } from './timeline.ts';
import { Done, Id, Name, PageInput, Time, TimeZone, page } from './wire.ts';

export const ARTWORKS_AT_ONCE = 500;

/** A mark as a finished video carries it. */
const TickedMark = z.object({ checkbox_id: Id, checkbox_name: z.string(), colour: z.string() });

/** A finished video. */
export const Artwork = z.object({
  artwork_id: Id,
  project_id: Id,
  dir_id: Id,
  dir_name: z.string(),
  artwork_name: z.string(),
  mproject_id: Id.nullable(),
  candidate_id: Id.nullable(),
  /** What it was made of. */
  picks: z.array(ClipPick),
  vlc_id: Id,
  video_url: z.string(),
  download_url: z.string(),
  cover_url: z.string().nullable(),
  /** The cover in full size, to be saved. */
  cover_download_url: z.string().nullable(),
  duration: z.number(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  /** Machines made parts of it; it is labelled as such. */
  ai_origin: z.boolean(),
  /** Why it may not leave the space, in words; null where it may. */
  withheld: z.string().nullable(),
  review_state: Review,
  note: z.string(),
  marks: z.array(TickedMark),
  comment_count: z.int(),
  open_comment_count: z.int(),
  download_count: z.int(),
  creator_name: z.string(),
  created_at: Time,
  deleted_at: Time.nullable(),
});
export type Artwork = z.infer<typeof Artwork>;

/** A finished video that a sentence found, and why. */
export const FoundArtwork = Artwork.extend({ score: z.number(), reasons: z.array(SearchReason) });
export type FoundArtwork = z.infer<typeof FoundArtwork>;

/** A directory of finished videos. */
export const ArtworkDir = z.object({
  dir_id: Id,
  project_id: Id,
  parent_id: Id.nullable(),
  dir_name: z.string(),
  artwork_count: z.int(),
  created_at: Time,
});
export type ArtworkDir = z.infer<typeof ArtworkDir>;

/** A shot of a finished video, as far as its material is still there. */
const OriginCut = z.object({
  slot_name: z.string(),
  video_clip_id: Id,
  material_id: Id,
  material_name: z.string(),
  cover_url: z.string().nullable(),
  start_ms: z.int(),
  end_ms: z.int(),
  /** Which part of the material. */
  source_start_ms: z.int(),
  source_end_ms: z.int(),
  line: z.string(),
  /** The material was deleted since. */
  is_gone: z.boolean(),
  ai_origin: z.boolean(),
});

/** Where a finished video came from; null for one that was not made by a mix here. */
const ArtworkOrigin = z.object({
  mproject_name: z.string(),
  /** The mix still exists. */
  has_mix: z.boolean(),
  candidate_number: z.int().nullable(),
  cuts: z.array(OriginCut),
  captions: z.array(TimelineCaption.pick({ kind: true, text: true, start: true, end: true })),
  voices: z.array(TimelineVoice.pick({ text: true, voice_id: true, start: true, seconds: true, is_ai: true })),
  music: TimelineMusic.pick({ title: true, is_ai: true }).nullable(),
  /** For how many of its shots the mix has clips that this video does not show. */
  fresh_shots: z.int(),
});

export const ArtworkComment = z.object({
  comment_id: Id,
  artwork_id: Id,
  /** The moment it is about; null for the whole video. */
  at_ms: z.int().nullable(),
  text: z.string(),
  is_resolved: z.boolean(),
  user_uid: Id,
  user_name: z.string(),
  created_at: Time,
});
export type ArtworkComment = z.infer<typeof ArtworkComment>;

/** Something happened to these finished videos; none are named when it happened to directories or marks. */
export const ArtworkChange = z.object({ artwork_ids: z.array(Id) });
export type ArtworkChange = z.infer<typeof ArtworkChange>;

const ArtworkIds = z.array(Id).min(1, '请先选择成片').max(ARTWORKS_AT_ONCE, `一次最多 ${ARTWORKS_AT_ONCE} 条`);
const CommentText = z.string().trim().min(1, '请写点什么').max(2000, '最多 2000 个字');

export const artwork = {
  list: query('/api/v2/mix-artwork/list', {
    summary: '成片列表',
    details: '给 dir_id 时包含子目录；智能目录按它自己的条件',
    input: PageInput.extend({
      project_id: Id,
      ...ArtworkFilter.shape,
      dir_id: Id.optional(),
      /** The recycle bin instead. */
      is_deleted: z.boolean().default(false),
      order: z.enum(['newest', 'oldest', 'name', 'longest']).default('newest'),
    }),
    output: page(Artwork),
    space: { by: 'project_id', role: 'viewer' },
  }),
  find: get('/api/mix-artwork/find', {
    summary: '用一句话搜成片',
    details: '按名称、台词、字幕和用到的镜头，并说明在第几秒',
    input: PageInput.extend({
      project_id: Id,
      q: z.string().trim().min(1, '请写要找什么').max(300),
      sort: z.enum(SEARCH_SORTS).default('relevance'),
    }),
    output: page(FoundArtwork),
    space: { by: 'project_id', role: 'viewer' },
  }),
  dirs: query('/api/v2/mix-artwork/dir/list', {
    summary: '成片目录',
    input: z.object({ project_id: Id }),
    output: z.object({ dirs: z.array(ArtworkDir) }),
    space: { by: 'project_id', role: 'viewer' },
  }),
  detail: get('/api/mix-artwork/detail', {
    summary: '成片详情',
    details: '包括来自哪个混剪、哪些片段和字幕',
    input: z.object({ artwork_id: Id }),
    output: Artwork.extend({ origin: ArtworkOrigin.nullable() }),
    space: { by: 'artwork_id', role: 'viewer' },
  }),
  update: post('/api/mix-artwork/update', {
    summary: '修改成片',
    details: '改名（单条、逐条，或按规则批量）、移动、审核、备注、打勾',
    input: z.object({
      artwork_ids: ArtworkIds,
      artwork_name: Name.optional(),
      /** A name for each of them, in their order. */
      artwork_names: z.array(Name).max(ARTWORKS_AT_ONCE).optional(),
      /** `{name}`, `{mix}`, `{dir}`, `{date}`, `{n}`, `{seconds}`. */
      name_rule: z.string().trim().min(1).max(100).optional(),
      /** Whose day `{date}` is; the server's unless given. */
      time_zone: TimeZone.optional(),
      dir_id: Id.optional(),
      review_state: Review.optional(),
      note: z.string().trim().max(2000, '备注最多 2000 个字').optional(),
      mark: z.object({ checkbox_id: Id, is_ticked: z.boolean() }).optional(),
    }),
    /** `names_before` is in the order of what was asked for, so that a renaming can be taken back. */
    output: z.object({ changed: z.int(), items: z.array(Artwork), names_before: z.array(z.string()) }),
    space: { by: 'artwork_ids', role: 'editor' },
  }),
  cover: query('/api/mix-artwork/cover', {
    summary: '成片的封面',
    details: '给 cover 时看改了之后的样子，不保存',
    input: z.object({ artwork_id: Id, cover: CoverChange.optional() }),
    output: CoverView,
    space: { by: 'artwork_id', role: 'viewer' },
  }),
  setCover: post('/api/mix-artwork/cover/update', {
    summary: '改成片的封面',
    details: '没给的字段不变。和别的封面一样时会拒绝',
    input: z.object({ artwork_id: Id, cover: CoverChange }),
    output: Artwork,
    space: { by: 'artwork_id', role: 'editor' },
  }),
  save: post('/api/mix-artwork/save', {
    summary: '存为成片',
    details: '把空间里已有的一个视频（生成、换脸、上传的）归档为成片',
    input: z
      .object({
        project_id: Id,
        material_id: Id.optional(),
        vlc_id: Id.optional(),
        artwork_name: Name.optional(),
        dir_id: Id.optional(),
      })
      .refine(({ material_id, vlc_id }) => Boolean(material_id) !== Boolean(vlc_id), '请给出一个素材或文件'),
    output: Artwork,
    space: { by: 'project_id', role: 'editor' },
  }),
  remake: post('/api/mix-artwork/remake', {
    summary: '用新素材重做',
    details: '台词和顺序不变，换上混剪里这条没用过的片段，做成新的成片',
    input: z.object({ artwork_ids: z.array(Id).min(1).max(100) }),
    output: z.object({ task_ids: z.array(Id), count: z.int() }),
    space: { by: 'artwork_ids', role: 'editor' },
    scope: 'produce',
  }),
  delete: post('/api/mix-artwork/delete', {
    summary: '删除成片',
    details: '进回收站，30 天内可以恢复',
    input: z.object({ artwork_ids: ArtworkIds }),
    output: z.object({ changed: z.int() }),
    space: { by: 'artwork_ids', role: 'editor' },
  }),
  restore: post('/api/mix-artwork/restore', {
    summary: '恢复成片',
    input: z.object({ artwork_ids: ArtworkIds }),
    output: z.object({ changed: z.int() }),
    space: { by: 'artwork_ids', role: 'editor' },
  }),
  comments: get('/api/mix-artwork/comment/list', {
    summary: '成片的批注',
    input: z.object({ artwork_id: Id }),
    output: z.object({ comments: z.array(ArtworkComment) }),
    space: { by: 'artwork_id', role: 'viewer' },
  }),
  addComment: post('/api/mix-artwork/comment/add', {
    summary: '写批注',
    details: '查看者也可以写',
    input: z.object({ artwork_id: Id, text: CommentText, at_ms: z.int().min(0).nullable() }),
    output: ArtworkComment,
    space: { by: 'artwork_id', role: 'viewer' },
  }),
  updateComment: post('/api/mix-artwork/comment/update', {
    summary: '修改批注',
    details: '文字只有作者能改；标为已解决要编辑权限',
    input: z.object({ comment_id: Id, text: CommentText.optional(), is_resolved: z.boolean().optional() }),
    output: ArtworkComment,
    space: { by: 'comment_id', role: 'viewer' },
  }),
  deleteComment: post('/api/mix-artwork/comment/delete', {
    summary: '删除批注',
    details: '作者自己，或空间所有者',
    input: z.object({ comment_id: Id }),
    output: Done,
    space: { by: 'comment_id', role: 'viewer' },
  }),
  changes: stream('/api/mix-artwork/changes', {
    summary: '成片的变化',
    details: '项目所在空间的事件流：新的成片，审核、改名、批注、目录和标记的变化',
    input: z.object({ project_id: Id }),
    output: ArtworkChange,
    space: { by: 'project_id', role: 'viewer' },
  }),
};
