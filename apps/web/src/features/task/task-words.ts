import type { ExportVideo, TaskStatus, TaskType } from '@mixreel/contract';

export const TASK_TYPE_NAMES: Record<TaskType, string> = {
  story_board_ana: '视频转脚本',
  material_import: '素材导入',
  material_analysis: '素材分析',
  mix_export: '混剪导出',
  capcut_export: '剪映导出',
  artwork_download: '成片打包',
  dedup: '查重',
  face_swap: 'AI 换脸',
  text_mark_removal: '文字水印去除',
  ai_box: 'AI 工具',
  image_to_video: '图生视频',
  text_to_image: '文生图',
  ai_audio: 'AI 配音',
  agent_batch: '智能体批量',
  sku_training: '商品识别训练',
};

export const TASK_STATUS_NAMES: Record<TaskStatus, string> = {
  queued: '排队中',
  running: '进行中',
  succeeded: '已完成',
  partial: '部分完成',
  failed: '失败',
  canceling: '正在取消',
  canceled: '已取消',
};

export const TASK_STATUS_TONES = {
  queued: 'neutral',
  running: 'accent',
  succeeded: 'good',
  partial: 'warning',
  failed: 'bad',
  canceling: 'neutral',
  canceled: 'neutral',
} as const satisfies Record<TaskStatus, string>;

export const OPEN_STATUSES: TaskStatus[] = ['queued', 'running', 'canceling'];
export const TROUBLE_STATUSES: TaskStatus[] = ['failed', 'partial'];

/** What the library calls editing: exports, drafts, archives and measurements of finished videos. */
export const EDITING_TYPES: TaskType[] = ['mix_export', 'capcut_export', 'dedup', 'artwork_download'];

export const EXPORT_NAMES: Record<ExportVideo['status'], string> = {
  waiting: '等待中',
  rendering: '制作中',
  done: '已完成',
  failed: '失败',
  canceled: '已取消',
};

export const EXPORT_TONES = {
  waiting: 'neutral',
  rendering: 'accent',
  done: 'good',
  failed: 'bad',
  canceled: 'neutral',
} as const satisfies Record<ExportVideo['status'], string>;
