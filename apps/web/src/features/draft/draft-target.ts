import {
  DRAFT_PROFILES,
  type DraftFormat,
  type DraftMarkers,
  type DraftProfile,
  type DraftSetting,
} from '@mixreel/contract';

/** What a person chooses: a program whose drafts are written, or a file that many programs read. */
export type DraftTarget = DraftProfile | Exclude<DraftFormat, 'draft'>;

export const TARGETS: Record<DraftTarget, { name: string; about: string }> = {
  jianying_5: { name: DRAFT_PROFILES.jianying_5.name, about: '打开就能改，最稳' },
  jianying_6: { name: DRAFT_PROFILES.jianying_6.name, about: '能打开；保存后由剪映加密' },
  capcut: { name: DRAFT_PROFILES.capcut.name, about: '国际版，认版本号' },
  otio: { name: 'OTIO', about: '达芬奇、Kdenlive' },
  fcpxml: { name: 'FCPXML 1.9', about: 'Final Cut Pro、达芬奇' },
  srt: { name: 'SRT', about: '只要字幕' },
};

export function isDraft(target: DraftTarget): target is DraftProfile {
  return target in DRAFT_PROFILES;
}

export function formatOf(target: DraftTarget): DraftFormat {
  return isDraft(target) ? 'draft' : target;
}

/** `version` was the same in every draft seen so far. */
const DRAFT_VERSION = 360_000;

/** What a build of this program writes into its drafts, as far as we know. */
export function defaultMarkers(profile: DraftProfile, os: DraftMarkers['os'] = 'windows'): DraftMarkers {
  const { app_id, app_source, app_version, new_version } = DRAFT_PROFILES[profile];
  return { app_id, app_source, app_version, new_version, version: DRAFT_VERSION, os };
}

/** The markers that a draft would carry: a person's own belong to the program that they were given for. */
export function markersFor(target: DraftTarget, setting: DraftSetting): DraftMarkers {
  if (!isDraft(target)) return defaultMarkers(setting.profile);
  return (target === setting.profile && setting.markers) || defaultMarkers(target, thisSystem());
}

/** Null where they are those of the profile. */
export function ownMarkers(profile: DraftProfile, markers: DraftMarkers): DraftMarkers | null {
  const usual = defaultMarkers(profile);
  return (Object.keys(usual) as (keyof DraftMarkers)[]).some((key) => usual[key] !== markers[key]) ? markers : null;
}

export function thisSystem(): DraftMarkers['os'] {
  return /Mac/.test(navigator.userAgent) ? 'mac' : 'windows';
}

const TARGET_KEY = 'draft_target';

/** What was chosen last; the program itself is remembered by the server. */
export function lastTarget({ profile }: DraftSetting): DraftTarget {
  const held = localStorage.getItem(TARGET_KEY);
  return held !== null && held in TARGETS && !isDraft(held as DraftTarget) ? (held as DraftTarget) : profile;
}

export function rememberTarget(target: DraftTarget): void {
  localStorage.setItem(TARGET_KEY, target);
}
