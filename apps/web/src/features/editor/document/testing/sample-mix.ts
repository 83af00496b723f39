import {
  clipsBySlot,
  type MixProject,
  planNewClips,
  planNewShootings,
  type Script,
  type Shooting,
  shootingsOf,
  type VideoClip,
} from '@mixreel/contract';
import { applyAll, type State } from '@mixreel/document';
import { newClipOf } from '#features/mix/new-parts.ts';

const TIME = '2026-01-01T00:00:00.000Z';

export function sampleClip(video_clip_id: string, given: Partial<VideoClip> = {}): VideoClip {
  return {
    video_clip_id,
    mproject_id: 'm',
    shooting_id: null,
    pool: 'shooting',
    position: 0,
    revision: 1,
    material_id: `material-${video_clip_id}`,
    shot_id: null,
    material_name: `${video_clip_id}.mp4`,
    material_type: 'video',
    cover_url: null,
    preview_url: null,
    sprite: null,
    source_ms: 10_000,
    width: 1080,
    height: 1920,
    fps: 25,
    has_sound: true,
    ai_origin: false,
    damage: [],
    problem: null,
    start_ms: 0,
    end_ms: 4000,
    speed: 1,
    volume: 1,
    fit: null,
    crop: null,
    is_mirrored: false,
    is_pinned: false,
    is_excluded: false,
    note: '',
    ...given,
  };
}

function sampleScript(script_id: string, text: string): Script {
  return { script_id, text, recording_material_id: null, captions: null };
}

function sampleShooting(shooting_id: string, clips: string[] = [], given: Partial<Shooting> = {}): Shooting {
  return {
    shooting_id,
    mproject_id: 'm',
    position: 0,
    shooting_name: '',
    scripts: [sampleScript(`${shooting_id}-1`, `${shooting_id} 的台词`)],
    config: {},
    revision: 1,
    clips: clips.map((id, position) => sampleClip(id, { shooting_id, position })),
    narrations: [],
    ...given,
  };
}

/** Two shots with clips a b c and d e, one opening h. */
export function sampleMix(given: Partial<MixProject> = {}): MixProject {
  return {
    mproject_id: 'm',
    project_id: 'p',
    mproject_name: '夏日防晒',
    status: 'draft',
    config: {},
    template_name: null,
    template_config: null,
    revision: 1,
    shootings: [
      sampleShooting('s1', ['a', 'b', 'c'], { position: 0 }),
      sampleShooting('s2', ['d', 'e'], { position: 1 }),
    ],
    header: [sampleClip('h', { pool: 'header' })],
    footer: [],
    is_demo: false,
    creator_name: '小王',
    created_at: TIME,
    updated_at: TIME,
    ...given,
  };
}

/** The same as a document. */
export function sampleState(mix = sampleMix()): State {
  const { mproject_name, config, template_name, template_config } = mix;
  let state: State = { mix: { mix: { mproject_name, config, template_name, template_config } } };
  state = applyAll(state, planNewShootings(state, mix.shootings));
  const rows = [['header', mix.header] as const, ...mix.shootings.map((one) => [one.shooting_id, one.clips] as const)];
  for (const [slot_id, clips] of rows) state = applyAll(state, planNewClips(state, slot_id, clips.map(newClipOf)));
  return state;
}

/** The clips of every place, as short as can be read. */
export function placesOf(state: State): string {
  const clips = clipsBySlot(state);
  const row = (slot_id: string) => (clips.get(slot_id) ?? []).map(({ video_clip_id }) => video_clip_id).join('');
  return ['header', ...shootingsOf(state).map(({ shooting_id }) => shooting_id), 'footer'].map(row).join('|');
}
