import { type MusicLicence, PLATFORM_NAMES, type TARGET_PLATFORMS } from '@mixreel/contract';

type Platform = (typeof TARGET_PLATFORMS)[number];
export type LicenceProblem = { blocks: boolean; message: string };

/**
 * What of a use the licence does not cover. Past its date, or on none of the wanted platforms, it blocks; on some of
 * them, or while nobody has said where the video goes, it warns.
 */
export function checkLicence(
  { licence, platforms, expires_at, territories }: MusicLicence,
  wanted: readonly Platform[],
  now = new Date(),
): LicenceProblem | null {
  if (expires_at && new Date(expires_at) <= now) {
    return { blocks: true, message: `音乐授权已于 ${expires_at.slice(0, 10)} 到期，请更换音乐或更新授权` };
  }
  const allowed = platforms.map((platform) => PLATFORM_NAMES[platform]).join('、');
  if (platforms.length > 0) {
    const outside = wanted.filter((platform) => !platforms.includes(platform));
    if (wanted.length > 0 && outside.length === wanted.length) {
      return { blocks: true, message: `音乐授权只限 ${allowed}，不含本项目的投放平台，请更换音乐` };
    }
    if (outside.length > 0 || wanted.length === 0) {
      return { blocks: false, message: `音乐授权只限 ${allowed}，请勿投放到其他平台` };
    }
  }
  if (licence === 'platform_only' && platforms.length === 0) {
    return { blocks: true, message: '这首音乐只限平台内使用，但没有登记是哪个平台，请补充授权记录' };
  }
  return territories ? { blocks: false, message: `音乐授权限地区：${territories}` } : null;
}
