export type Plan = { title: string; promise: string; points: string[] };

/** What the pages that are still being built will do, by path. */
export const PLANS: Record<string, Plan> = {
  '/aiCapabilities/faceSwap': {
    title: 'AI 换脸',
    promise: '给视频里的人物换一张已授权的脸。',
    points: ['自动找出视频里的人', '把脸拖到人物上', '前后对比再导出'],
  },
  '/materialShare': {
    title: '素材分享',
    promise: '别人分享给你的素材会显示在这里。',
    points: ['播放、下载，手机上也能看'],
  },
};

export const OTHER_PLAN: Plan = { title: '正在建设', promise: '这一页还没有做好。', points: [] };
