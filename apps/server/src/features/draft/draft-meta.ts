import type { DraftProfile } from '@mixreel/contract';

/** What the program itself writes for the folder of a draft. */
export const FOLDER_TOKEN = '##_draftpath_placeholder_0E685133-18CE-45ED-8CB8-2904A212EC80_##';
/** What the installer writes for the folder that holds all drafts. */
export const ROOT_TOKEN = '##_mixreel_draft_root_##';

type Given = {
  draft_id: string;
  name: string;
  /** Of the draft, and the one that holds all drafts; both as tokens when the place is not known. */
  folder: string;
  root: string;
  duration_us: number;
  bytes: number;
  now_ms: number;
};

/** `draft_meta_info.json`: what the list of drafts shows, and every file that was imported. */
export function buildMeta({ draft_id, name, folder, root, duration_us, bytes, now_ms }: Given, imported: object[]) {
  return {
    cloud_package_completed_time: '',
    draft_cloud_capcut_purchase_info: '',
    draft_cloud_last_action_download: false,
    draft_cloud_materials: [],
    draft_cloud_purchase_info: '',
    draft_cloud_template_id: '',
    draft_cloud_tutorial_info: '',
    draft_cloud_videocut_purchase_info: '',
    draft_cover: 'draft_cover.jpg',
    draft_deeplink_url: '',
    draft_enterprise_info: {
      draft_enterprise_extra: '',
      draft_enterprise_id: '',
      draft_enterprise_name: '',
      enterprise_material: [],
    },
    draft_fold_path: folder,
    draft_id,
    draft_is_ai_packaging_used: false,
    draft_is_ai_shorts: false,
    draft_is_ai_translate: false,
    draft_is_article_video_draft: false,
    draft_is_from_deeplink: 'false',
    draft_is_invisible: false,
    draft_materials: [0, 1, 2, 3, 6, 7, 8].map((type) => ({ type, value: type === 0 ? imported : [] })),
    draft_materials_copied_info: [],
    draft_name: name,
    draft_new_version: '',
    draft_removable_storage_device: '',
    draft_root_path: root,
    draft_segment_extra_info: [],
    draft_timeline_materials_size_: bytes,
    draft_type: '',
    tm_draft_cloud_completed: '',
    tm_draft_cloud_modified: 0,
    tm_draft_create: now_ms * 1000,
    tm_draft_modified: now_ms * 1000,
    tm_draft_removed: 0,
    tm_duration: duration_us,
  };
}

/** The draft's line in `root_meta_info.json`, without which CapCut does not list it. */
export function buildEntry(
  { draft_id, name, folder, root, duration_us, bytes, now_ms }: Given,
  { profile, new_version, os }: { profile: DraftProfile; new_version: string; os: 'windows' | 'mac' },
) {
  const main = os === 'mac' || profile === 'jianying_6' ? 'draft_info.json' : 'draft_content.json';
  return {
    cloud_draft_cover: false,
    cloud_draft_sync: false,
    draft_cloud_last_action_download: false,
    draft_cloud_purchase_info: '',
    draft_cloud_template_id: '',
    draft_cloud_tutorial_info: '',
    draft_cloud_videocut_purchase_info: '',
    draft_cover: `${folder}/draft_cover.jpg`,
    draft_fold_path: folder,
    draft_id,
    draft_is_ai_shorts: false,
    draft_is_invisible: false,
    draft_json_file: `${folder}/${main}`,
    draft_name: name,
    draft_new_version: new_version,
    draft_root_path: root,
    draft_timeline_materials_size: bytes,
    draft_type: '',
    tm_draft_cloud_completed: '',
    tm_draft_cloud_entry_id: -1,
    tm_draft_cloud_modified: 0,
    tm_draft_cloud_parent_entry_id: -1,
    tm_draft_cloud_space_id: -1,
    tm_draft_cloud_user_id: -1,
    tm_draft_create: now_ms * 1000,
    tm_draft_modified: now_ms * 1000,
    tm_draft_removed: 0,
    tm_duration: duration_us,
  };
}
