/** A rectangle in pixels of the canvas. */
export type Rect = { x: number; y: number; width: number; height: number };

/** The size of the picture in pixels. */
export type CanvasSize = { width: number; height: number };

/** A platform whose interface covers the edges of the picture. */
export type Platform = 'none' | 'tiktok' | 'douyin' | 'reels' | 'shorts' | 'kuaishou' | 'xiaohongshu' | 'channels';

/** Pixels to keep clear on 1080 × 1920, and how sure they are. */
export type SafeZone = {
  platform: Platform;
  name: string;
  top: number;
  bottom: number;
  left: number;
  right: number;
  /** `quoted`: the platform's figures at second hand; `measured`: read off by third parties; `assumed`: none found, taken from TikTok. */
  basis: 'none' | 'quoted' | 'measured' | 'assumed';
  checkedOn: string;
};

const TIKTOK = { top: 150, bottom: 484, left: 120, right: 150 };
const checkedOn = '2026-11-15';

/** What each platform's interface covers. Platforms change: correct the figures and the date here, nowhere else. */
export const SAFE_ZONES: SafeZone[] = [
  { platform: 'none', name: '不限平台', top: 96, bottom: 96, left: 54, right: 54, basis: 'none', checkedOn },
  { platform: 'tiktok', name: 'TikTok', ...TIKTOK, basis: 'measured', checkedOn },
  { platform: 'douyin', name: '抖音', ...TIKTOK, basis: 'assumed', checkedOn },
  { platform: 'reels', name: 'Reels', top: 269, bottom: 672, left: 65, right: 65, basis: 'quoted', checkedOn },
  { platform: 'shorts', name: 'Shorts', top: 288, bottom: 672, left: 48, right: 192, basis: 'quoted', checkedOn },
  { platform: 'kuaishou', name: '快手', ...TIKTOK, basis: 'assumed', checkedOn },
  { platform: 'xiaohongshu', name: '小红书', ...TIKTOK, basis: 'assumed', checkedOn },
  { platform: 'channels', name: '视频号', ...TIKTOK, basis: 'assumed', checkedOn },
];

/** Pictures at least this tall for their width fill a phone, so that the interface lies on top of them. */
const FULL_SCREEN_RATIO = 1.6;

/** The part of the canvas that stays visible. A canvas that does not fill a phone keeps the usual 5 % margins. */
export function safeRect({ width, height }: CanvasSize, platform: Platform): Rect {
  const zone = SAFE_ZONES.find((entry) => entry.platform === platform);
  if (!zone) throw new Error(`There is no safe zone for ${platform}`);
  const isFullScreen = height / width >= FULL_SCREEN_RATIO;
  const { top, bottom, left, right } = isFullScreen ? zone : { top: 96, bottom: 96, left: 54, right: 54 };
  const x = (left / 1080) * width;
  const y = (top / 1920) * height;
  return { x, y, width: width - x - (right / 1080) * width, height: height - y - (bottom / 1920) * height };
}
