import type { MaterialDetail, MaterialSubType, MaterialType, MaterialUse, Rights } from '@mixreel/contract';

/** What the material library says, in one place. */
export const TAB_NAMES = { original: '原始素材', finished: '成片', editing: '剪辑任务', script: '脚本管理' } as const;
export type LibraryTab = keyof typeof TAB_NAMES;

export const TYPE_NAMES: Record<MaterialType, string> = {
  video: '视频',
  image: '图片',
  audio: '音频',
  ai_image: 'AI 图片',
};

export const SUB_TYPE_NAMES: Record<MaterialSubType, string> = {
  shot_video: '实拍',
  inspiration_video: '灵感',
  header_video: '高光片头',
  footer_video: '片尾',
  ai_video: 'AI 视频',
};

export const SORT_NAMES = {
  newest: '最新',
  oldest: '最早',
  name: '名称',
  longest: '最长',
  largest: '文件最大',
  most_used: '用得最多',
  best: '画质最好',
} as const;

export const SIZE_NAMES = { s: '小', m: '中', l: '大' } as const;
export type CardSize = keyof typeof SIZE_NAMES;

export const SOURCE_NAMES = {
  user_upload: '本地上传',
  link_import: '链接导入',
  ai_generate: 'AI 生成',
  mix_export: '混剪导出',
  clip_split: '镜头拆分',
  system_library: '系统素材',
  vlc_push: '存入素材库',
  share_save: '分享保存',
  face_swap: 'AI 换脸',
  text_mark_remove: '去除文字水印',
  dedup: '查重',
} as const;

export const LICENCE_NAMES: Record<Rights['licence'], string> = {
  own: '自有',
  licensed: '已获授权',
  public: '可公开使用',
  unknown: '不清楚',
};
export const CONSENT_NAMES: Record<Rights['consent'], string> = {
  given: '已同意出镜',
  missing: '没有同意',
  not_needed: '不需要',
  unknown: '不清楚',
};

export const MARK_NAMES: Record<keyof MaterialDetail['marks'], string> = {
  black: '黑场',
  frozen: '静止',
  blurred: '模糊',
  shaky: '抖动',
  damaged: '损坏',
};

export const USE_NAMES: Record<MaterialUse['kind'], string> = {
  mix: '混剪',
  artwork: '成片',
  share: '分享',
  sku: '商品',
  audio: '配音',
};

export const WORDS = {
  title: '素材库',
  tabs_label: '素材库的内容',
  grid_label: '素材',
  loading: '正在加载素材',
  empty_title: { video: '还没有视频', image: '还没有图片', audio: '还没有音频', ai_image: '还没有 AI 图片' },
  empty_text: '把文件或整个文件夹拖到这里就开始上传。传完自动切镜头、打标签、听出台词。',
  empty_text_ai: '在「AI 生成」里做好的图片，存入素材库后会出现在这里。',
  empty_text_viewer: '你在这个空间只能查看。编辑者上传的素材会出现在这里。',
  empty_demo: '看看示例项目',
  drawing_title: '示例素材正在绘制',
  drawing_text: '第一条几秒后出现，全部大约一分钟。',
  no_match_title: '没有符合条件的素材',
  no_match_text: '去掉几个条件再看看。',
  clear_filters: '清除全部条件',
  gone_folder: '这个文件夹已经不在了',
  gone_folder_text: '可能被别人删除了，可以在回收站里恢复。',
  empty_folder: (type: string) => `这个文件夹里没有${type}`,
  empty_folder_text: '把文件或整个文件夹拖进来上传，或从别处把素材拖到左边的文件夹上。',
  bin_title: '回收站',
  bin_empty_title: '回收站是空的',
  bin_empty_text: '删除的素材在这里保留 30 天，随时可以恢复。',
  bin_note: '删除的素材保留 30 天，之后自动彻底删除。',
  tasks_title: '这个项目还没有剪辑任务',
  tasks_text: '混剪导出、剪映草稿、成片打包和查重，会在这里显示进度和结果。',
  no_project: '素材放在项目里。先新建一个项目，再来上传。',
  too_many: '一次最多处理 1000 个，已选中前 1000 个',
} as const;
