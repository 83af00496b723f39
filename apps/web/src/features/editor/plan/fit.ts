import {
  type MixConfig,
  type MixProject,
  type Narration,
  resolveConfig,
  type Shooting,
  spokenSeconds,
  type VideoClip,
} from '@mixreel/contract';

/** Less than this nobody notices: about a frame. */
const TOLERANCE_S = 0.05;

/** The settings that hold for a shooting, or for the mix as a whole. */
export function configOf(mix: MixProject, shooting?: Shooting): MixConfig {
  return resolveConfig({
    template: mix.template_config,
    project: mix.config,
    ...(shooting && { shooting: shooting.config }),
  });
}

/** How long a clip is when it plays. */
export function clipSeconds({ start_ms, end_ms, speed }: Pick<VideoClip, 'start_ms' | 'end_ms' | 'speed'>): number {
  return Math.max(0, end_ms - start_ms) / 1000 / speed;
}

export type LineLength = { seconds: number; is_guess: boolean; problem: string | null };

/** How long a wording is spoken: as measured, or as guessed from its characters. */
export function lineLength(shooting: Shooting, script_id: string, { voice }: Pick<MixConfig, 'voice'>): LineLength {
  const script = shooting.scripts.find((one) => one.script_id === script_id);
  const told: Narration | undefined = shooting.narrations.find((one) => one.script_id === script_id);
  const hasVoice = voice.is_on || Boolean(script?.recording_material_id);
  if (!script || !hasVoice || (script.text.trim() === '' && !script.recording_material_id)) {
    return { seconds: 0, is_guess: false, problem: null };
  }
  if (told) return { seconds: told.duration, is_guess: told.is_estimate, problem: told.problem };
  return { seconds: spokenSeconds(script.text, voice.rate), is_guess: true, problem: null };
}

/** How long the shot has to be at least; 0 when it is as long as its clip. */
export function neededSeconds(config: MixConfig, line: LineLength): number {
  if (config.duration.rule === 'fixed') return config.duration.fixed_ms / 1000;
  if (config.duration.rule === 'clip' || line.seconds === 0) return 0;
  return Math.max(config.duration.least_ms / 1000, line.seconds + config.voice.pause_ms / 1000);
}

/** By how many seconds a clip is too short; 0 when it is long enough. A picture is as long as it has to be. */
export function missingSeconds(clip: VideoClip, needed: number): number {
  if (clip.source_ms === 0) return 0;
  const missing = needed - clipSeconds(clip);
  return missing > TOLERANCE_S ? missing : 0;
}

/** The groups that a shooting sets for itself, in the order of the inspector. */
export function overriddenGroups({ config }: Pick<Shooting, 'config'>): string[] {
  return Object.entries(config).flatMap(([group, fields]) => (fields && Object.keys(fields).length > 0 ? [group] : []));
}
