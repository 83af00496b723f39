import { AppError, DRAFT_PROFILES, DraftMarkers, type DraftProfile } from '@mixreel/contract';
import { z } from 'zod';

const NO_DRAFT = '这不是草稿文件：请选择草稿文件夹里的 draft_content.json 或 draft_info.json';

/** The number of the format that every draft seen so far has. */
const FORMAT = 360_000;

/** What a build of this program writes, as far as we know. */
export function markersOf(profile: DraftProfile): DraftMarkers {
  const { app_id, app_source, app_version, new_version } = DRAFT_PROFILES[profile];
  return { app_id, app_source, app_version, new_version, version: FORMAT, os: 'windows' };
}

const Platform = z.object({
  app_id: z.int(),
  app_source: z.string(),
  app_version: z.string(),
  os: z.string().default('windows'),
});
const Draft = z.object({ platform: Platform, new_version: z.string(), version: z.int().default(FORMAT) });

/** The markers of an empty draft that the program of a user has written. Nothing that names a machine is taken over. */
export function readMarkers(text: string): { profile: DraftProfile; markers: DraftMarkers } {
  const draft = Draft.safeParse(parse(text));
  if (!draft.success) throw new AppError('invalid', NO_DRAFT);
  const { platform, new_version, version } = draft.data;
  const { app_id, app_source, app_version } = platform;
  const os = /mac|darwin|ios/i.test(platform.os) ? 'mac' : 'windows';
  const markers = DraftMarkers.safeParse({ app_id, app_source, app_version, new_version, version, os });
  if (!markers.success) throw new AppError('invalid', '草稿里的版本标记认不出，请换一个由剪映或 CapCut 新建的空草稿');
  return { profile: profileOf(markers.data), markers: markers.data };
}

function parse(text: string): unknown {
  const plain = text.replace(/^\u{FEFF}/u, '').trim();
  // Bytes that are no text at all.
  if (plain.includes('\u{FFFD}')) throw new AppError('invalid', NO_DRAFT);
  if (!plain.startsWith('{')) {
    throw new AppError(
      'invalid',
      '这个草稿是加密的，读不出版本标记：剪映 6 及更新版本会加密草稿。请直接选择「剪映 6 及更新」，或手动填写版本号',
    );
  }
  try {
    return JSON.parse(plain);
  } catch {
    throw new AppError('invalid', '草稿文件不完整，读不出来，请重新选择');
  }
}

function profileOf({ app_source, app_id, app_version }: DraftMarkers): DraftProfile {
  if (app_source === 'cc' || app_id === DRAFT_PROFILES.capcut.app_id) return 'capcut';
  return Number(app_version.split('.')[0]) >= 6 ? 'jianying_6' : 'jianying_5';
}
