import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { POSITION_PRESETS, type PositionPreset } from '#captions/position.ts';
import { findPreset } from '#captions/presets.ts';
import { fields, PlanError } from '#cli/fields.ts';
import { FILTERS } from '#looks/filters.ts';
import type { LookSettings } from '#looks/look.ts';
import type { Canvas } from '#render/canvas.ts';
import type { Quality } from '#render/encoder.ts';
import { TRANSITIONS } from '#render/seam.ts';
import type { Fit } from '#render/shot.ts';
import type { Transition } from '#render/variant.ts';

/** One range of a film, or a picture. */
export type ClipEntry = { file: string; start: number; end: number | null; speed: number; isMirrored: boolean };

/** One shot of the plan file. */
export type ShotEntry = {
  name: string;
  /** Length; null takes the length of the narration, or else of the clip. */
  seconds: number | null;
  caption: string;
  narration: string | null;
  clips: ClipEntry[];
};

/** A plan file, checked, with every default filled in and every path absolute. */
export type PlanFile = {
  count: number;
  seed: string;
  maxSharePercent: number;
  canvas: Canvas;
  quality: Quality;
  fit: Fit;
  look: LookSettings;
  transition: Transition | null;
  captionPreset: string;
  captionPosition: PositionPreset;
  /** Volume of the clips' own sound, 0 to 1. */
  ownSound: number;
  music: { file: string; volume: number; duckDecibels: number } | null;
  hasAiMark: boolean;
  shots: ShotEntry[];
};

const QUALITIES: Quality[] = ['standard', 'high', 'small'];
const FITS: Record<string, Fit> = {
  cover: { kind: 'cover' },
  contain: { kind: 'contain', background: 'black' },
  blur: { kind: 'blur' },
};

/** Reads a plan file; throws `PlanError` with a sentence that names the place of the first mistake. */
export async function readPlanFile(path: string): Promise<PlanFile> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new PlanError(`找不到计划文件：${path}`);
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new PlanError(`计划文件不是有效的 JSON：${(error as Error).message}`);
  }
  return parsePlan(value, dirname(resolve(path)));
}

/** Checks a plan and fills in what it leaves out; paths are relative to `folder`. */
export function parsePlan(value: unknown, folder: string): PlanFile {
  const plan = fields(value, '计划');
  const canvas = plan.optional('canvas');
  const fps = canvas.number('fps', { default: 30, min: 1, max: 120 });
  const look = plan.optional('look');
  const captions = plan.optional('captions');
  const music = plan.has('music') ? plan.optional('music') : null;
  const transition = plan.has('transition') ? plan.optional('transition') : null;
  const file = (path: string) => resolve(folder, path);

  const parsed: PlanFile = {
    count: plan.number('count', { default: 10, min: 1, max: 1000, isWhole: true }),
    seed: String(plan.number('seed', { default: 1, min: 0, max: 2 ** 53, isWhole: true })),
    maxSharePercent: plan.number('maxSharePercent', { default: 60, min: 0, max: 100 }),
    canvas: {
      width: canvas.number('width', { default: 1080, min: 16, max: 4096, isWhole: true }),
      height: canvas.number('height', { default: 1920, min: 16, max: 4096, isWhole: true }),
      fps,
    },
    quality: plan.oneOf('quality', QUALITIES, 'standard'),
    fit: FITS[plan.oneOf('fit', Object.keys(FITS), 'cover')]!,
    look: {
      filter: look.oneOf('filter', ['', ...FILTERS.map(({ key }) => key)], ''),
      strength: look.number('strength', { default: 100, min: 0, max: 100 }),
      brightness: look.number('brightness', { default: 0, min: -100, max: 100 }),
      contrast: look.number('contrast', { default: 0, min: -100, max: 100 }),
      saturation: look.number('saturation', { default: 0, min: -100, max: 100 }),
      temperature: look.number('temperature', { default: 0, min: -100, max: 100 }),
      sharpness: look.number('sharpness', { default: 0, min: -100, max: 100 }),
    },
    transition: transition && {
      kind: transition.oneOf('kind', TRANSITIONS, 'fade'),
      frames: Math.round((transition.number('ms', { default: 400, min: 200, max: 1000 }) / 1000) * fps),
    },
    captionPreset: captions.text('preset', 'classic'),
    captionPosition: captions.oneOf(
      'position',
      POSITION_PRESETS.map(({ preset }) => preset),
      'lower',
    ),
    ownSound: plan.number('ownSound', { default: 0, min: 0, max: 1 }),
    music: music && {
      file: file(music.text('file')),
      volume: music.number('volume', { default: 0.5, min: 0, max: 2 }),
      duckDecibels: music.number('duckDecibels', { default: 12, min: 0, max: 60 }),
    },
    hasAiMark: plan.flag('aiMark', false),
    shots: plan.list('shots').map((shot, i) => parseShot(shot, `第 ${i + 1} 个镜头`, file)),
  };
  for (const part of [plan, canvas, look, captions, music, transition]) part?.close();
  if (!findPreset(parsed.captionPreset)) throw new PlanError(`没有这个字幕样式：${parsed.captionPreset}`);
  return parsed;
}

function parseShot(value: unknown, where: string, file: (path: string) => string): ShotEntry {
  const shot = fields(value, where);
  const parsed = {
    name: shot.text('name', ''),
    seconds: shot.has('seconds') ? shot.number('seconds', { min: 0.1, max: 600 }) : null,
    caption: shot.text('caption', ''),
    narration: shot.has('narration') ? file(shot.text('narration')) : null,
    clips: shot.list('clips').map((clip, i) => parseClip(clip, `${where}的第 ${i + 1} 个片段`, file)),
  };
  shot.close();
  return parsed;
}

function parseClip(value: unknown, where: string, file: (path: string) => string): ClipEntry {
  const clip = fields(typeof value === 'string' ? { file: value } : value, where);
  const parsed = {
    file: file(clip.text('file')),
    start: clip.number('start', { default: 0, min: 0, max: 86_400 }),
    end: clip.has('end') ? clip.number('end', { min: 0, max: 86_400 }) : null,
    speed: clip.number('speed', { default: 1, min: 0.25, max: 4 }),
    isMirrored: clip.flag('mirror', false),
  };
  clip.close();
  if (parsed.end !== null && parsed.end <= parsed.start) throw new PlanError(`${where}的 end 必须大于 start`);
  return parsed;
}
