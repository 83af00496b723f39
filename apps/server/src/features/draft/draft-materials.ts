import type { MediaFile } from './lay-out.ts';

/** Lists of every build; a draft without one of them opens in some and not in others. */
const LISTS = `ai_translates audio_balances audio_effects audio_fades audio_track_indexes audios beats canvases chromas
color_curves digital_humans drafts effects flowers green_screens handwrites hsl images log_color_wheels loudnesses
manual_deformations masks material_animations material_colors multi_language_refs placeholder_infos placeholders
plugin_effects primary_color_wheels realtime_denoises shapes smart_crops smart_relights sound_channel_mappings speeds
stickers tail_leaders text_templates texts time_marks transitions video_effects video_trackings videos vocal_beautifys
vocal_separations`.split(/\s+/);
const CAPCUT_LISTS = ['common_mask', 'digital_human_model_dressing', 'manual_beautys'];

/** Three hours: what the program says of every still. */
const PHOTO_US = 10_800_000_000;
const PHOTO_SHOWN_US = 5_000_000;

/** Where the file of a draft lies, seen from the draft's folder. */
export function resourceOf({ kind, file_name }: MediaFile): string {
  return `Resources/${kind === 'audio' ? 'audio' : 'video'}/${file_name}`;
}

export type Crop = { x: number; y: number; width: number; height: number };
const WHOLE: Crop = { x: 0, y: 0, width: 1, height: 1 };

/** The materials of one draft, filled while its tracks are written. */
export type Materials = ReturnType<typeof openMaterials>;

export function openMaterials({
  nextId,
  folder,
  now_ms,
  isCapcut,
}: {
  nextId: () => string;
  folder: string;
  now_ms: number;
  isCapcut: boolean;
}) {
  const lists: Record<string, object[]> = Object.fromEntries(
    [...LISTS, ...(isCapcut ? CAPCUT_LISTS : [])].map((name) => [name, []]),
  );
  /** Every file once, under the id that `local_material_id` refers to: what is not listed, newer builds cannot find. */
  const imported = new Map<string, { id: string; [field: string]: unknown }>();

  function add(list: string, fields: object): string {
    const id = nextId();
    lists[list]!.push({ id, ...fields });
    return id;
  }

  function importFile(file: MediaFile): string {
    const path = resourceOf(file);
    const known = imported.get(path);
    if (known) return known.id;
    const id = nextId().toLowerCase();
    imported.set(path, {
      create_time: Math.floor(now_ms / 1000),
      duration: file.kind === 'photo' ? PHOTO_SHOWN_US : lengthUs(file),
      extra_info: file.file_name,
      file_Path: `${folder}/${path}`,
      height: file.height,
      id,
      import_time: Math.floor(now_ms / 1000),
      import_time_ms: now_ms * 1000,
      item_source: 1,
      md5: '',
      metetype: file.kind === 'audio' ? 'music' : file.kind,
      roughcut_time_range: { duration: -1, start: -1 },
      sub_time_range: { duration: -1, start: -1 },
      type: 0,
      width: file.width,
    });
    return id;
  }

  return {
    lists,
    imported,
    add,
    /** A film or a still; each cut has its own, because the part that shows is written here. */
    picture(file: MediaFile, { x, y, width, height }: Crop = WHOLE): string {
      return add('videos', {
        aigc_type: 'none',
        audio_fade: null,
        category_id: '',
        category_name: 'local',
        check_flag: 63487,
        crop: {
          lower_left_x: x,
          lower_left_y: y + height,
          lower_right_x: x + width,
          lower_right_y: y + height,
          upper_left_x: x,
          upper_left_y: y,
          upper_right_x: x + width,
          upper_right_y: y,
        },
        crop_ratio: 'free',
        crop_scale: 1,
        duration: file.kind === 'photo' ? PHOTO_US : lengthUs(file),
        extra_type_option: 0,
        formula_id: '',
        freeze: null,
        has_audio: file.has_sound,
        height: file.height,
        intensifies_audio_path: '',
        intensifies_path: '',
        is_unified_beauty_mode: false,
        local_id: '',
        local_material_id: importFile(file),
        material_id: '',
        material_name: file.file_name,
        material_url: '',
        matting: {
          flag: 0,
          has_use_quick_brush: false,
          has_use_quick_eraser: false,
          interactiveTime: [],
          path: '',
          strokes: [],
        },
        media_path: '',
        object_locked: null,
        origin_material_id: '',
        path: `${folder}/${resourceOf(file)}`,
        picture_from: 'none',
        picture_set_category_id: '',
        picture_set_category_name: '',
        request_id: '',
        reverse_intensifies_path: '',
        reverse_path: '',
        smart_motion: null,
        source: 0,
        source_platform: 0,
        stable: { matrix_path: '', stable_level: 0, time_range: { duration: 0, start: 0 } },
        team_id: '',
        type: file.kind,
        video_algorithm: {
          algorithms: [],
          deflicker: null,
          motion_blur_config: null,
          noise_reduction: null,
          path: '',
          quality_enhance: null,
          time_range: null,
        },
        width: file.width,
      });
    },
    sound(file: MediaFile, name: string): string {
      const id = nextId();
      lists['audios']!.push({
        app_id: 0,
        category_id: '',
        category_name: 'local',
        check_flag: 3,
        copyright_limit_type: 'none',
        duration: lengthUs(file),
        effect_id: '',
        formula_id: '',
        id,
        intensifies_path: '',
        local_material_id: importFile(file),
        music_id: id,
        name,
        path: `${folder}/${resourceOf(file)}`,
        request_id: '',
        resource_id: '',
        source_platform: 0,
        team_id: '',
        text_id: '',
        tone_category_id: '',
        tone_category_name: '',
        tone_effect_id: '',
        tone_effect_name: '',
        type: 'extract_music',
        video_id: '',
        wave_points: [],
      });
      return id;
    },
    speed: (speed: number) => add('speeds', { curve_speed: null, mode: 0, speed, type: 'speed' }),
    placeholder: () =>
      add('placeholder_infos', {
        error_path: '',
        error_text: '',
        meta_type: 'none',
        res_path: '',
        res_text: '',
        type: 'placeholder_info',
      }),
    channels: () =>
      add('sound_channel_mappings', { audio_channel_mapping: 0, is_config_open: false, type: isCapcut ? '' : 'none' }),
    vocals: () =>
      add('vocal_separations', { choice: 0, production_path: '', time_range: null, type: 'vocal_separation' }),
    /** What shows behind a picture that does not fill the canvas. */
    canvas: (type: 'canvas_color' | 'canvas_blur', { blur = 0, color = '' } = {}) =>
      add('canvases', {
        album_image: '',
        blur,
        color,
        image: '',
        image_id: '',
        image_name: '',
        source_platform: 0,
        team_id: '',
        type,
      }),
    fade: (inUs: number, outUs: number) =>
      add('audio_fades', { fade_in_duration: inUs, fade_out_duration: outUs, fade_type: 0, type: 'audio_fade' }),
    /** Empty, so that the program can give many captions an animation at once. */
    animations: () =>
      add('material_animations', { animations: [], multi_language_current: 'none', type: 'sticker_animation' }),
  };
}

function lengthUs({ seconds }: MediaFile): number {
  return Math.round(seconds * 1_000_000);
}
