export function track(nextId: () => string, type: string, name: string, segments: object[], flag: 0 | 1 = 0) {
  return { attribute: 0, flag, id: nextId(), is_default_name: false, name, segments, type };
}

/** What every segment has. */
export function segment(nextId: () => string) {
  return {
    cartoon: false,
    clip: null,
    common_keyframes: [],
    enable_adjust: true,
    enable_color_correct_adjust: false,
    enable_color_curves: true,
    enable_color_match_adjust: false,
    enable_color_wheels: true,
    enable_lut: true,
    enable_smart_color_adjust: false,
    extra_material_refs: [],
    group_id: '',
    hdr_settings: null,
    id: nextId(),
    intensifies_audio: false,
    is_placeholder: false,
    is_tone_modify: false,
    keyframe_refs: [],
    last_nonzero_volume: 1,
    render_index: 0,
    responsive_layout: {
      enable: false,
      horizontal_pos_layout: 0,
      size_layout: 0,
      target_follow: '',
      vertical_pos_layout: 0,
    },
    reverse: false,
    speed: 1,
    template_id: '',
    template_scene: 'default',
    track_attribute: 0,
    track_render_index: 0,
    uniform_scale: { on: true, value: 1 },
    visible: true,
    volume: 1,
  };
}

/** Places are halves of the canvas from its middle, upwards and to the right. */
export function clip({ scale = 1, alpha = 1, x = 0, y = 0, isMirrored = false }) {
  return {
    alpha,
    flip: { horizontal: isMirrored, vertical: false },
    rotation: 0,
    scale: { x: scale, y: scale },
    transform: { x: round(x), y: round(y) },
  };
}

export function keys(nextId: () => string, property_type: string, points: (readonly [number, number])[]) {
  return {
    id: nextId(),
    keyframe_list: points.map(([time_offset, value]) => ({
      curveType: 'Line',
      graphID: '',
      id: nextId(),
      left_control: { x: 0, y: 0 },
      right_control: { x: 0, y: 0 },
      time_offset,
      values: [value],
    })),
    material_id: '',
    property_type,
  };
}

export function round(value: number): number {
  return Math.round(value * 1_000_000) / 1_000_000;
}
