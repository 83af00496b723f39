export { FfmpegError, MissingFfmpegError, SourceError, type FailureKind, type SourceFault } from '#ffmpeg/errors.ts';
export { missingFeatures, requireFeatures } from '#ffmpeg/features.ts';
export { locateFfmpeg, type LocateOptions, type Tools } from '#ffmpeg/locate.ts';
export { MAX_SIDE, probe, type AudioFacts, type MediaFacts, type VideoFacts } from '#ffmpeg/probe.ts';
export type { Progress } from '#ffmpeg/progress.ts';
export { runFfmpeg, runProgram, type Args, type RunOptions } from '#ffmpeg/run.ts';
export { openScratch, sweepScratch, type Scratch } from '#ffmpeg/scratch.ts';
export { framesOf, type Area, type Canvas } from '#render/canvas.ts';
export type { Quality } from '#render/encoder.ts';
export { Engine, type EngineOptions, type OpenVariant, type RenderOptions } from '#render/engine.ts';
export { identityOf, readBytes, writeMp4, type Extent, type VirtualMp4 } from '#render/mp4/virtual-mp4.ts';
export { TRANSITIONS, type TransitionKind } from '#render/seam.ts';
export {
  plainShot,
  type Captions,
  type Fit,
  type Layer,
  type LookStep,
  type Motion,
  type Shot,
  type Source,
  type Subject,
} from '#render/shot.ts';
export { integratedLoudness } from '#render/sound/loudness.ts';
export { silentMix, type Music, type SoundClip, type SoundMix } from '#render/sound/sound.ts';
export { shotStarts, variantFrames, type Cut, type Transition, type Variant } from '#render/variant.ts';
