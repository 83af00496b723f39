import type { ConfigOrigin, MixCard } from '@mixreel/contract';

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
