import type { TARGET_PLATFORMS } from '@mixreel/contract';

export const PLATFORM_NAMES: Record<(typeof TARGET_PLATFORMS)[number], string> = {
  douyin: '抖音',
  kuaishou: '快手',
  xiaohongshu: '小红书',
  wechat: '视频号',
  tiktok: 'TikTok',
  reels: 'Instagram Reels',
  shorts: 'YouTube Shorts',
};
