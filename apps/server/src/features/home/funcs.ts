import type { Func } from '@mixreel/contract';
import type { Config } from '#config.ts';

type Entry = Omit<Func, 'badge' | 'keywords'> & { badge?: Func['badge']; keywords: string };

/** Everything a person can open, in the order of the launcher. Routes are those of the specification. */
const ENTRIES: Entry[] = [
  {
    func_id: 'material_library',
    app_name: '素材库',
    description: '团队的视频、图片、音频与成片',
    icon: 'folder',
    route: '/home/material',
    group: '素材',
    keywords: 'sucaiku sck material',
  },
  {
    func_id: 'task_centre',
    app_name: '任务中心',
    description: '后台任务的进度、结果和要处理的问题',
    icon: 'schedule',
    route: '/home/task',
    group: '素材',
    keywords: 'renwuzhongxin rwzx task',
  },
  {
    func_id: 'storyboard',
    app_name: '故事板',
    description: '写脚本，列镜头，视频转脚本',
    icon: 'layout',
    route: '/storyBoard',
    group: '创作',
    keywords: 'gushiban gsb storyboard jiaoben',
  },
  {
    func_id: 'mix',
    app_name: '混剪',
    description: '一个方案，批量产出不重复的视频',
    icon: 'scissor',
    route: '/studio/workspace',
    group: '创作',
    badge: 'hot',
    keywords: 'hunjian hj mix studio',
  },
  {
    func_id: 'audio',
    app_name: '音频工坊',
    description: '配音、音乐与 AI 音频',
    icon: 'sound',
    route: '/audioStudio',
    group: '创作',
    keywords: 'yinpingongfang ypgf audio peiyin',
  },
  {
    func_id: 'video_generate',
    app_name: '图生视频',
    description: '用一张图片生成视频',
    icon: 'video',
    route: '/videoGenerate',
    group: 'AI 工具',
    keywords: 'tushengshipin tssp video',
  },
  {
    func_id: 'image_generate',
    app_name: '文生图',
    description: '用一句话生成图片',
    icon: 'picture',
    route: '/videoGenerate/image',
    group: 'AI 工具',
    keywords: 'wenshengtu wst image',
  },
  {
    func_id: 'image_editor',
    app_name: '图片编辑',
    description: '裁剪、抠图、涂抹与文字',
    icon: 'edit',
    route: '/videoGenerate/image/editor',
    group: 'AI 工具',
    keywords: 'tupianbianji tpbj editor',
  },
  {
    func_id: 'face_swap',
    app_name: 'AI 换脸',
    description: '替换视频中的人脸，需取得授权',
    icon: 'user-switch',
    route: '/aiCapabilities/faceSwap',
    group: 'AI 工具',
    keywords: 'huanlian hl face',
  },
  {
    func_id: 'text_mark',
    app_name: '文字水印去除',
    description: '去掉画面上的文字与水印',
    icon: 'clear',
    route: '/aiCapabilities/textMarkRefiner',
    group: 'AI 工具',
    keywords: 'wenzishuiyinquchu wzsyqc qushuiyin',
  },
  {
    func_id: 'ai_box',
    app_name: 'AI 工具箱',
    description: '去静音、换画幅、防抖、抠图、压缩等',
    icon: 'tool',
    route: '/aiCapabilities/aiBox',
    group: 'AI 工具',
    keywords: 'gongjuxiang gjx tool box',
  },
  {
    func_id: 'social_agent',
    app_name: '社媒智能体',
    description: '从商品资料到社媒视频',
    icon: 'share',
    route: '/socialAgent',
    group: '智能体',
    badge: 'beta',
    keywords: 'shemeizhinengti smznt social agent',
  },
  {
    func_id: 'ad_agent',
    app_name: '广告智能体',
    description: '批量规划并产出广告视频',
    icon: 'rocket',
    route: '/agentSelect',
    group: '智能体',
    badge: 'beta',
    keywords: 'guanggaozhinengti ggznt ad agent',
  },
];

/** Only where one is configured. */
const WORKBENCH: Entry = {
  func_id: 'image_workbench',
  app_name: '图像工作台',
  description: '打开配置好的作图工具，不用再登录',
  icon: 'workbench',
  route: '/workbench',
  group: 'AI 工具',
  keywords: 'tuxianggongzuotai txgzt workbench sd',
};

/** What this installation offers. */
export function funcsOf({ workbenchUrl }: Pick<Config, 'workbenchUrl'>): Func[] {
  const offered = workbenchUrl ? [...ENTRIES, WORKBENCH] : ENTRIES;
  return offered.map(({ keywords, badge = null, ...entry }) => ({ ...entry, badge, keywords: keywords.split(' ') }));
}
