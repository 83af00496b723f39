import { z } from 'zod';
import { get, getThatWrites, plain, post, query } from './endpoint.ts';
import { MATERIAL_SUB_TYPES, MATERIAL_TYPES, MATERIALS_AT_ONCE_MAX, Material, MaterialName } from './material.ts';
import { acceptedText } from './media-kind.ts';
import { Id, InSpace, page, PageInput, Time } from './wire.ts';

export const UPLOAD_STATUSES = ['uploading', 'verifying', 'completed', 'failed', 'canceled'] as const;
export type UploadStatus = (typeof UPLOAD_STATUSES)[number];
export const SAME_NAME_CHOICES = ['skip', 'replace', 'keep_both'] as const;
export type SameNameChoice = (typeof SAME_NAME_CHOICES)[number];
export const UPLOADS_AT_ONCE = 4;
export const UPLOAD_KEEP_DAYS = 7;
/** The largest file of each kind, in bytes. */
export const UPLOAD_BYTES_MAX = { video: 4 * 1024 ** 3, audio: 500 * 1024 ** 2, image: 10_000_000 } as const;
/** Two hours, and what a live show runs over. */
export const VIDEO_SECONDS_MAX = 2.5 * 3600;
/** No picture, however small its file, may be larger than this when unpacked. */
export const IMAGE_SIDE_MAX = 8192;
export const IMAGE_PIXELS_MAX = 50_000_000;
/** What one request of an upload may carry. */
export const UPLOAD_CHUNK_BYTES = 64 * 1024 ** 2;
/** One file on its way into the library. */
export const UploadRecord = z.object({
  record_uuid: Id,
  status: z.enum(UPLOAD_STATUSES),
  file_name: z.string(),
  /** Folder and name as they were on the person's disk. */
  relative_path: z.string(),
  bytes: z.int(),
  received_bytes: z.int(),
  /** Where the bytes go, by the tus protocol; null when nothing need be sent. */
  upload_url: z.string().nullable(),
  /** Why it failed, in words. */
  message: z.string().nullable(),
  /** Whether doing it again may help: what was refused for its content will be refused again. */
  can_retry: z.boolean(),
  /** Of a link import: the address and the task that fetches it. */
  source_url: z.string().nullable(),
  task_id: Id.nullable(),
  upload_record_data: z.object({
    project_id: Id,
    /** The folder that it goes into. */
    dir_id: Id.nullable(),
    material_type: z.enum(MATERIAL_TYPES),
    extra_args: z.object({ material_sub_type: z.enum(MATERIAL_SUB_TYPES).nullable() }),
  }),
  /** What became of it. */
  material_data: Material.nullable(),
  created_at: Time,
  expires_at: Time,
});
export type UploadRecord = z.infer<typeof UploadRecord>;

const OneRecord = z.object({ record_uuid: Id });
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, '内容校验值格式不正确');

export const upload = {
  authToken: get('/api/materials/get-upload-auth-token', {
    summary: '上传凭证',
    details: '只能用来上传到这个项目，两小时有效',
    input: z.object({ project_id: Id }),
    output: z.object({
      token: z.string(),
      expires_at: Time,
      endpoint: z.string(),
      chunk_size: z.int(),
      at_once: z.int(),
      left_bytes: z.int(),
    }),
    space: { by: 'project_id', role: 'editor' },
    secret: true,
  }),
  start: post('/api/vlc_file/upload/start', {
    summary: '开始上传一个文件',
    details: `${acceptedText()}。relative_path 里的文件夹会自动创建，从 dir_id 算起；空间里已有相同内容时直接完成（秒传）；hash_first 为真时请先算出 sha256，带着 record_uuid 再次调用。字节发到 record.upload_url，先 HEAD 得到从哪里继续`,
    input: z.object({
      /** Given again to say the hash of a record that asked for it. */
      record_uuid: Id.optional(),
      project_id: Id,
      file_name: z.string().min(1).max(255),
      relative_path: z.string().max(1000).default(''),
      dir_id: Id.optional(),
      bytes: z.int().min(0),
      sha256: Sha256.optional(),
      material_type: z.enum(MATERIAL_TYPES).optional(),
      extra_args: z.object({ material_sub_type: z.enum(MATERIAL_SUB_TYPES).nullable().default(null) }).optional(),
      same_name: z.enum(SAME_NAME_CHOICES).default('keep_both'),
    }),
    output: z.object({ record: UploadRecord, instant: z.boolean(), hash_first: z.boolean() }),
    space: { by: 'project_id', role: 'editor' },
  }),
  end: post('/api/vlc_file/upload/end', {
    summary: '完成上传',
    details:
      '全部字节到达后调用：校验内容，成为素材，开始分析；WebP、HEIC、AVIF 和不动的 GIF 存为 JPG 或 PNG，只有声音的视频存为音频，会动的 GIF 存为视频，message 里会说明；cancel 为真时放弃。内容不被接受时 status 为 failed，原因在 message；磁盘或容量不足时报错，腾出空间后可再次调用',
    input: OneRecord.extend({ sha256: Sha256.optional(), cancel: z.boolean().default(false) }),
    output: UploadRecord,
    space: { by: 'record_uuid', role: 'editor' },
  }),
  read: query('/api/vlc_file/upload/read', {
    summary: '多个上传的现状',
    input: z.object({ record_uuids: z.array(Id).min(1).max(MATERIALS_AT_ONCE_MAX) }),
    output: z.object({ items: z.array(UploadRecord) }),
    space: { by: 'record_uuids', role: 'viewer' },
  }),
  detail: get('/api/vlc_file/upload/detail', {
    summary: '一个上传的现状',
    input: OneRecord,
    output: UploadRecord,
    space: { by: 'record_uuid', role: 'viewer' },
  }),
  list: get('/api/vlc_file/upload/list', {
    summary: '上传记录',
    input: PageInput.extend({
      project_id: Id,
      status: z.enum(UPLOAD_STATUSES).optional(),
      only_mine: z.boolean().default(true),
    }),
    output: page(UploadRecord),
    space: { by: 'project_id', role: 'viewer' },
  }),
  forget: post('/api/vlc_file/upload/delete', {
    summary: '删除上传记录',
    details: '没有传完的会放弃；已成为素材的不受影响',
    input: z.object({ record_uuids: z.array(Id).min(1).max(MATERIALS_AT_ONCE_MAX) }),
    output: z.object({ deleted: z.int() }),
    space: { by: 'record_uuids', role: 'editor' },
  }),
  byUrl: post('/api/materials/loadvideo-byurl', {
    summary: '按链接导入',
    details: '只接受能直接下载到文件的公网 http(s) 地址，不接受视频网站的网页；每个链接一个可取消的任务',
    input: z.object({
      project_id: Id,
      url: z.array(z.string().trim().min(1).max(2000)).min(1, '请填写链接').max(50, '一次最多 50 个链接'),
      material_sub_type: z.enum(MATERIAL_SUB_TYPES).nullable().default(null),
      dir_id: Id.optional(),
    }),
    output: z.object({ records: z.array(UploadRecord) }),
    space: { by: 'project_id', role: 'editor' },
  }),
  cancelUrl: getThatWrites('/api/materials/loadvideo-byurl/cancel', {
    summary: '取消链接导入',
    input: OneRecord,
    output: UploadRecord,
    space: { by: 'record_uuid', role: 'editor' },
  }),
  push: post('/api/vlc_file/push', {
    summary: '把文件存入素材库',
    details: '成片（artwork_id）或生成的文件（vlc_id）成为项目里的素材；内容不重复占用容量',
    input: InSpace.extend({
      vlc_id: Id.optional(),
      artwork_id: Id.optional(),
      target: z.object({
        project_id: Id,
        dir_id: Id.optional(),
        material_name: MaterialName.optional(),
        material_sub_type: z.enum(MATERIAL_SUB_TYPES).nullable().default(null),
      }),
    }).refine(({ vlc_id, artwork_id }) => Boolean(vlc_id) !== Boolean(artwork_id), '请给出一个文件或一条成片'),
    output: Material,
    space: { by: 'vlc_id', role: 'editor' },
  }),
  // Every chunk is a request.
  tus: plain('ALL', '/api/vlc_file/tus/*', { summary: '按 tus 协议接收文件内容', per_minute: 60_000 }),
};
