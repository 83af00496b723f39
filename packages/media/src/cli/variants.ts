import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { arrange } from '#captions/arrange.ts';
import { layoutCaption } from '#captions/layout.ts';
import { prepareCaptions } from '#captions/prepare.ts';
import { findPreset } from '#captions/presets.ts';
import { PlanError } from '#cli/fields.ts';
import type { ClipEntry, PlanFile, ShotEntry } from '#cli/plan-file.ts';
import { SourceError } from '#ffmpeg/errors.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import { probe } from '#ffmpeg/probe.ts';
import { AIGC_KEY, aigcLabel, aigcText } from '#labels/aigc.ts';
import { DEFAULT_AI_MARK, layoutAiMark } from '#labels/mark.ts';
import { buildLook } from '#looks/look.ts';
import { planCandidates, type Candidate } from '#plan/candidates.ts';
import { reportLimits } from '#plan/limits.ts';
import type { MixPlan } from '#plan/mix.ts';
import { framesOf } from '#render/canvas.ts';
import { type LookStep, plainShot, type Shot, type Source } from '#render/shot.ts';
import { isHeard, silentMix, type SoundClip, type SoundMix } from '#render/sound/sound.ts';
import { shotStarts, variantFrames, type Cut, type Variant } from '#render/variant.ts';

/** The files of a plan by path, with their facts. */
export type Sources = Map<string, Source>;

/** Shown for as long as a picture has no other length. */
const STILL_SECONDS = 3;

/** Probes and hashes every file that the plan names, once each. */
export async function openSources(
  tools: Tools,
  { shots, music }: PlanFile,
  { signal, onFile }: { signal: AbortSignal; onFile: (done: number, all: number) => void },
): Promise<Sources> {
  const films = shots.flatMap(({ clips }) => clips.map(({ file }) => file));
  const sounds = [...shots.map(({ narration }) => narration), music?.file ?? null].filter((path) => path !== null);
  const paths = new Set([...films, ...sounds]);
  const sources: Sources = new Map();
  for (const path of paths) {
    signal.throwIfAborted();
    sources.set(path, await openSource(tools, path, signal));
    onFile(sources.size, paths.size);
  }
  for (const path of films) if (!sources.get(path)!.facts.video) throw new PlanError(`${path}：素材里没有画面`);
  for (const path of sounds) {
    if (sources.get(path)!.facts.audio.length === 0) throw new PlanError(`${path}：素材里没有声音`);
  }
  return sources;
}

async function openSource(tools: Tools, path: string, signal: AbortSignal): Promise<Source> {
  try {
    const facts = await probe(tools, path, { signal });
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash, { signal });
    return { path, hash: hash.digest('hex'), facts };
  } catch (error) {
    if (error instanceof SourceError) throw new PlanError(`${path}：${error.message}`, { cause: error });
    throw error;
  }
}

/** Chooses the videos of a plan: as many as asked for, or as many as there are, with the reason why not more. */
export function chooseVideos(file: PlanFile, sources: Sources): { candidates: Candidate[]; reason: string } {
  const plan = toMixPlan(file, sources);
  const candidates = planCandidates(plan, { count: file.count, seed: file.seed });
  const [limit] = candidates.length < file.count ? reportLimits(plan).limits : [];
  return { candidates, reason: limit?.sentence ?? '' };
}

function toMixPlan({ shots, maxSharePercent }: PlanFile, sources: Sources): MixPlan {
  return {
    maxSharePercent,
    shootings: shots.map((shot, s) => {
      const seconds = fixedSeconds(shot, sources);
      return {
        id: String(s),
        name: shot.name,
        duration: seconds === null ? { rule: 'clip' } : { rule: 'fixed', seconds },
        clips: shot.clips.map((clip, c) => ({
          id: `${s} ${c}`,
          content: sources.get(clip.file)!.hash,
          startSeconds: clip.start,
          endSeconds: endOf(clip, sources),
          speed: clip.speed,
        })),
      };
    }),
  };
}

function fixedSeconds({ seconds, narration }: ShotEntry, sources: Sources): number | null {
  return seconds ?? (narration === null ? null : sources.get(narration)!.facts.seconds);
}

function endOf({ file, start, end }: ClipEntry, sources: Sources): number {
  const { isStill, seconds } = sources.get(file)!.facts;
  if (isStill) return start + STILL_SECONDS;
  const last = end === null ? seconds : Math.min(end, seconds);
  if (last <= start) throw new PlanError(`${file} 只有 ${seconds.toFixed(1)} 秒，片段却从 ${start} 秒开始`);
  return last;
}

/** One video of a plan as the engine takes it. */
export async function toVariant(file: PlanFile, { picks, signature }: Candidate, sources: Sources): Promise<Variant> {
  const { canvas, quality, transition } = file;
  const look = buildLook(file.look);
  const cuts: Cut[] = [];
  let fromSeconds = 0;
  for (const [s, shot] of file.shots.entries()) {
    const clip = shot.clips[Number(picks[s]!.clipId.split(' ')[1])]!;
    const clipSeconds = (endOf(clip, sources) - clip.start) / clip.speed;
    const seconds = fixedSeconds(shot, sources) ?? clipSeconds;
    const cut = await toCut({ file, shot, clip, look, seconds, fromSeconds, source: sources.get(clip.file)! });
    // A clip that is too short for its shot is slowed down, as far as one can watch that.
    const speed = Math.max(0.25, clip.speed * Math.min(1, clipSeconds / seconds));
    cuts.push({ shot: { ...cut, speed: sources.get(clip.file)!.facts.isStill ? 1 : speed }, transition });
    fromSeconds += seconds;
  }
  const shape = { canvas, cuts };
  const label = file.hasAiMark ? aigcLabel({ producer: '混剪工场', contentId: signature }) : null;
  return {
    ...shape,
    quality,
    sound: soundOf(file, sources, shape),
    tags: label ? { [AIGC_KEY]: aigcText(label) } : {},
  };
}

type CutRequest = {
  file: PlanFile;
  shot: ShotEntry;
  clip: ClipEntry;
  source: Source;
  look: LookStep[];
  seconds: number;
  fromSeconds: number;
};

async function toCut({ file, shot, clip, source, look, seconds, fromSeconds }: CutRequest): Promise<Shot> {
  const { canvas, captionPreset, captionPosition, hasAiMark } = file;
  const words = shot.caption && {
    text: shot.caption,
    style: findPreset(captionPreset)!.style,
    position: { kind: 'preset' as const, preset: captionPosition },
    startSeconds: 0,
    endSeconds: seconds,
  };
  const { captions, mark } = arrange({
    canvas,
    platform: 'none',
    pictures: [],
    title: null,
    captions: words ? [layoutCaption(words, canvas)] : [],
    mark: (hasAiMark && layoutAiMark(DEFAULT_AI_MARK, canvas, { fromSeconds, seconds })) || null,
  });
  return plainShot({
    source,
    startSeconds: clip.start,
    frames: framesOf(seconds, canvas),
    isMirrored: clip.isMirrored,
    fit: file.fit,
    look,
    captions: await prepareCaptions(mark ? [...captions, mark] : captions),
  });
}

function soundOf(file: PlanFile, sources: Sources, shape: Pick<Variant, 'canvas' | 'cuts'>): SoundMix | null {
  const starts = shotStarts(shape);
  const place = (source: Source, i: number, part: Pick<SoundClip, 'startSeconds' | 'speed' | 'volume'>) => ({
    source,
    fromSeconds: starts[i]!,
    toSeconds: starts[i]! + shape.cuts[i]!.shot.frames / shape.canvas.fps,
    ...part,
  });
  const speech = file.shots.flatMap(({ narration }, i) =>
    narration === null ? [] : [place(sources.get(narration)!, i, { startSeconds: 0, speed: 1, volume: 1 })],
  );
  const ambience = shape.cuts.map(({ shot }, i) =>
    place(shot.source, i, { startSeconds: shot.startSeconds, speed: shot.speed, volume: file.ownSound }),
  );
  const music = file.music && {
    source: sources.get(file.music.file)!,
    startSeconds: 0,
    volume: file.music.volume,
    fadeInSeconds: 0,
    fadeOutSeconds: 1,
    isLooped: true,
    duckDecibels: file.music.duckDecibels,
  };
  const mix = { ...silentMix(variantFrames(shape) / shape.canvas.fps), speech, ambience, music };
  return music || [...speech, ...ambience].some(isHeard) ? mix : null;
}
