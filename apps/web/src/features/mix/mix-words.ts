import type { ConfigOrigin, MixCard } from '@mixreel/contract';
import type { Edit } from './edits.ts';

/** What the mix pages say, in one place. */
export const WORDS = {
  title: '混剪',
  subtitle: '写几句台词，给每句放几段画面，一次做出几十条不重样的视频。',
  no_project: '混剪放在项目里。先新建一个项目，再来做第一条。',
  loading: '正在加载混剪',
  search_label: '搜索混剪',
  search_placeholder: '按名称搜索',
  create: '新建混剪',
  empty_title: '这个项目还没有混剪',
  empty_text: '粘贴几句台词就能开始，每句一个镜头；也可以从模板或已有的混剪开始。',
  empty_viewer: '你在这个空间只能查看。编辑者做的混剪会出现在这里。',
  none_title: '没有找到',
  grid_label: '混剪',
  untitled: '未命名混剪',
  editor_loading: '正在打开混剪',
  editor_failed: '混剪没有加载出来',
  editor_missing: '找不到这个混剪',
  none_chosen_title: '先选一个混剪',
  none_chosen_text: '在混剪列表里打开一个，或者新建一个。',
  back: '全部混剪',
} as const;

export const STATUS_NAMES: Record<MixCard['status'], string> = { draft: '草稿', producing: '生成中', done: '已完成' };

export const SAVING_NAMES = {
  saved: '已保存',
  saving: '保存中…',
  offline: '连不上服务器，恢复后自动保存',
  failed: '没保存成功',
} as const;

export const ORIGIN_NAMES: Record<ConfigOrigin, string> = {
  default: '默认',
  template: '模板',
  project: '全局',
  shooting: '本镜头',
};

export const POOL_NAMES = { header: '片头', footer: '片尾' } as const;
export const POOL_HINTS = {
  header: '每条挑一段开场，可以不放',
  footer: '每条挑一段收尾，可以不放',
} as const;

/** Where both of two people changed the same, it is named like this. */
export const FIELD_NAMES: Record<string, string> = {
  mproject_name: '名称',
  template: '模板',
  shooting_name: '镜头名称',
  scripts: '台词',
  text: '台词',
  captions: '字幕',
  recording_material_id: '录音',
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
  picture: '画面设置',
  caption: '字幕设置',
  'caption.style': '字幕样式',
  'caption.position': '字幕位置',
  voice: '配音设置',
  'voice.voice_id': '音色',
  duration: '镜头时长',
  sound: '声音设置',
  music: '音乐设置',
  filter: '滤镜',
  transition: '转场',
  title: '标题',
  logo: '角标',
  ai_mark: 'AI 标识',
  combine: '组合设置',
  output: '导出设置',
};

/** What an edit is called beside the buttons that take it back. */
export const EDIT_NAMES: Record<Edit['kind'], string> = {
  rename: '改名',
  template: '套用模板',
  template_layer: '模板',
  config: '全局设置',
  shooting: '改镜头',
  shooting_config: '镜头设置',
  add_shootings: '加镜头',
  delete_shootings: '删镜头',
  restore_shootings: '恢复镜头',
  order: '镜头顺序',
  gen_captions: '生成字幕',
  gen_all_captions: '生成全部字幕',
  add_clips: '加片段',
  clip: '改片段',
  split: '切分片段',
  move_clips: '移动片段',
  delete_clips: '删片段',
  restore_clips: '恢复片段',
};
