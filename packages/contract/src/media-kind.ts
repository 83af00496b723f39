import { EXTENSIONS } from './constants.ts';

/** What kind of material a file can become. */
export type MediaKind = keyof typeof EXTENSIONS;

export const KIND_NAMES: Record<MediaKind, string> = { video: '视频', image: '图片', audio: '音频' };

/** `.mp4` of `片头.MP4`; empty when there is none. */
export function extensionOf(file_name: string): string {
  return /\.[^.]+$/.exec(file_name.toLowerCase())?.[0] ?? '';
}

/** What a file is to be, by its name; null when it is nothing we take. */
export function kindOf(file_name: string): MediaKind | null {
  const extension = extensionOf(file_name);
  const found = Object.entries(EXTENSIONS).find(([, list]) => (list as readonly string[]).includes(extension));
  return (found?.[0] as MediaKind | undefined) ?? null;
}

/** `视频（.mp4 .mov …）` */
export function extensionsText(kind: MediaKind): string {
  return `${KIND_NAMES[kind]}（${EXTENSIONS[kind].join(' ')}）`;
}

/** `可以上传视频（.mp4 …）、图片（…）和音频（…）` */
export function acceptedText(): string {
  return `可以上传${extensionsText('video')}、${extensionsText('image')}和${extensionsText('audio')}`;
}

/** Sites whose addresses show a page with a player, by the end of their host. */
const PLAYER_SITES: Record<string, string[]> = {
  抖音: ['douyin.com', 'iesdouyin.com'],
  TikTok: ['tiktok.com'],
  小红书: ['xiaohongshu.com', 'xhslink.com'],
  哔哩哔哩: ['bilibili.com', 'b23.tv'],
  YouTube: ['youtube.com', 'youtu.be'],
  快手: ['kuaishou.com', 'gifshow.com', 'chenzhongtech.com'],
  微博: ['weibo.com', 'weibo.cn'],
  微信: ['channels.weixin.qq.com', 'mp.weixin.qq.com'],
};

/** What to do instead of giving the address of a page; null when it may be the address of a file. */
export function pageLinkProblem(url: string): string | null {
  const parsed = URL.parse(url);
  if (!parsed || kindOf(parsed.pathname)) return null;
  const isOf = (host: string) => parsed.hostname === host || parsed.hostname.endsWith(`.${host}`);
  const site = Object.entries(PLAYER_SITES).find(([, hosts]) => hosts.some(isOf))?.[0];
  return site ? `这是${site}的网页链接，不是文件：请先把视频保存到电脑再上传，或填能直接下载到文件的链接` : null;
}
