export { analyse, takeStill, type Analysis, type AnalysisOptions, type Sprite } from '#analysis/analyse.ts';
export { soundStretches } from '#analysis/damage.ts';
export { renderProxy } from '#analysis/proxy.ts';
export { hashDistance } from '#analysis/perceptual-hash.ts';
export { type CameraMove } from '#analysis/camera-move.ts';
export { describeStretch, type PictureFacts, type SecondFacts, type StretchFacts } from '#analysis/picture-meter.ts';
export { bestStill, type Still } from '#analysis/stills.ts';
export type { SoundFacts } from '#analysis/sound-meter.ts';
export type { Span } from '#analysis/spans.ts';
export { cleanFilm, type Cleaning } from '#clean/clean-film.ts';
export { cleanPictureInThread } from '#clean/picture-thread.ts';
export { type SwapFace, swapFilm, swapPicture } from '#face/swap-film.ts';
export type { Asking, Likeness, PortraitPicture, Swapped } from '#face/stretch.ts';
export { mayKeep } from '#patch/keep.ts';
export { cropAround, type Mark, type Top } from '#clean/mark.ts';
export { ORIGIN } from '#clean/borrow.ts';
export type { Fill, Mended } from '#clean/mend.ts';
export { findTimes } from '#clean/presence.ts';
export { captionTop, stickerTop } from '#clean/top.ts';
export { layoutIntoRoom } from '#captions/room.ts';
export {
  COMBINED_MOVES,
  PLAIN_MOVES,
  type CameraMove as DepthMove,
  type CombinedMove,
  type Ease,
  type PlainMove,
} from '#depth/camera.ts';
export { drawDrift, drawLight, DRIFTS, type Drift, type Tile } from '#depth/effects.ts';
export { type Side } from '#depth/project.ts';
export { fitPath, renderDepth, type DepthLayer, type DepthOverlay, type DepthScene } from '#depth/render-depth.ts';
export { readConfinement, type Confinement } from '#ffmpeg/confine.ts';
export { FfmpegError, MissingFfmpegError, SourceError, type FailureKind, type SourceFault } from '#ffmpeg/errors.ts';
export { missingFeatures, requireFeatures } from '#ffmpeg/features.ts';
export { locateFfmpeg, type LocateOptions, type Tools } from '#ffmpeg/locate.ts';
export { MAX_SIDE, probe, type AudioFacts, type MediaFacts, type VideoFacts } from '#ffmpeg/probe.ts';
export type { Progress } from '#ffmpeg/progress.ts';
export { runFfmpeg, runProgram, type Args, type RunOptions } from '#ffmpeg/run.ts';
export { inFolder, openScratch, sweepScratch, type Scratch } from '#ffmpeg/scratch.ts';
export { framesOf, type Area, type Canvas } from '#render/canvas.ts';
export { contentKey } from '#render/content-key.ts';
export { containSize, coverArea } from '#render/fit.ts';
export type { Quality } from '#render/encoder.ts';
export type { Damage } from '#render/damage.ts';
export { Engine, type EngineOptions, type OpenVariant, type Recalled, type RenderOptions } from '#render/engine.ts';
export { renderStills, type StillFile, type StillShot } from '#render/still.ts';
export { mezzanineHash, renderMezzanine, wantsMezzanine } from '#render/mezzanine.ts';
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
export { toneMapFilters } from '#render/tone-map.ts';
export {
  chooseCovers,
  isSameCover,
  proposeCovers,
  rateFrame,
  type CoverFrame,
  type TakenCover,
} from '#covers/choose.ts';
export type { AnimationFrames, Keyframe } from '#captions/animation.ts';
export {
  arrange,
  positionOf,
  type Arranged,
  type DrawnKind,
  type DrawnPicture,
  type Overlap,
  type Scene,
} from '#captions/arrange.ts';
export { writeAss, type AssDocument } from '#captions/ass.ts';
export { captionFilter } from '#captions/burn.ts';
export { checkCaption, clearPosition, EASY_READING_SPEED, readingSpeed, type CaptionProblem } from '#captions/check.ts';
export { splitCues, type Cue, type CueRequest } from '#captions/cues.ts';
export type { FontMetrics, Glyph } from '#captions/font-file.ts';
export { BoundedMap } from '#bounded-map.ts';
export { fontReads, linkFonts } from '#captions/font-folder.ts';
export { FALLBACK_FONT, FONTS, findFont, fontMetrics, fontPath, type FontEntry, type FontId } from '#captions/fonts.ts';
export {
  layoutCaption,
  type Caption,
  type CaptionLayout,
  type CaptionLine,
  type CaptionRun,
} from '#captions/layout.ts';
export {
  GRID_NAMES,
  POSITION_PRESETS,
  type CaptionPosition,
  type GridCell,
  type PositionPreset,
  type TextAlign,
} from '#captions/position.ts';
export { prepareCaptions } from '#captions/prepare.ts';
export { CAPTION_PRESETS, findPreset, type CaptionPreset } from '#captions/presets.ts';
export {
  SAFE_ZONES,
  safeRect,
  type CanvasSize,
  type Platform,
  type Rect,
  type SafeZone,
} from '#captions/safe-zones.ts';
export type { SpokenWord } from '#captions/spoken.ts';
export type { Box, CaptionAnimation, CaptionStyle, Colour, Outline, Shadow } from '#captions/style.ts';
export { missingCharacters, textWidth } from '#captions/typeset.ts';
export { canMake, planCandidates, type Candidate, type PlanRequest } from '#plan/candidates.ts';
export { costOf, PICTURE_COST, SPEECH_COST, type PlanCost } from '#plan/cost.ts';
export { forecaster, type Forecast } from '#plan/forecast.ts';
export { closenessOf, likeness, likenessMatrix, mostLikeness, type Closeness } from '#plan/likeness.ts';
export { reportLimits, type Limit, type LimitReport } from '#plan/limits.ts';
export {
  choicesOf,
  FACTORS,
  FOOTER_SLOT,
  HEADER_SLOT,
  type Combination,
  type DurationRule,
  type FactorKind,
  type MixPlan,
  type PlanMusic,
  type PlanPace,
  type PlanPick,
  type PlanClip,
  type PlanScript,
  type PlanShooting,
  type PlanStyle,
  type PlanTitle,
  type PlanVoice,
} from '#plan/mix.ts';
export { adviseMix, type Advice, type Outlooks } from '#plan/advise.ts';
export { explainPair } from '#plan/explain-pair.ts';
export { mendVideos, replaceAt } from '#plan/mend.ts';
export type { Spare } from '#plan/one-more.ts';
export { createPredictor, type Outlook, type Predictor } from '#plan/predict.ts';
export type { Shown } from '#plan/shown.ts';
export { signatureOf } from '#plan/signature.ts';
export { combineParts, type CombinePart, type CombineSetting, type CombineVideo } from '#plan/combine.ts';
export { lookShare, overlapOf } from '#plan/shown.ts';
export { spreadVideos, type SpreadOption, type SpreadSetting, type SpreadVideo } from '#plan/spread.ts';
export {
  aigcArgs,
  AIGC_KEY,
  aigcLabel,
  aigcText,
  aigcXmp,
  inheritAigc,
  readAigc,
  readAigcXmp,
  type Aigc,
  type AigcCertainty,
} from '#labels/aigc.ts';
export { AI_MARK_RULES, aiMarkStyle, checkAiMark, DEFAULT_AI_MARK, layoutAiMark, type AiMark } from '#labels/mark.ts';
export { markFilm } from '#labels/film.ts';
export { labelPicture, markPicture, readPictureLabel, spliceLabel, type Splice } from '#labels/picture.ts';
export { FILTER_GROUPS, FILTERS, findFilter, type Filter, type FilterGroup } from '#looks/filters.ts';
export { buildLook, lookLut, type LookSettings } from '#looks/look.ts';
export { applyLut, LUT_SIZE, writeCube, type Lut } from '#looks/lut.ts';
export { matchColours, measureColours, type ColourFacts } from '#looks/match.ts';
export {
  LONGEST_TRANSITION_MS,
  SHORTEST_TRANSITION_MS,
  TRANSITION_CHOICES,
  type TransitionChoice,
} from '#looks/transitions.ts';
export { compareSignatures, type LikenessTables } from '#likeness/compare.ts';
export { groupLooks, wordsOfHash } from '#likeness/group-looks.ts';
export type { PictureMemory } from '#likeness/picture-signature.ts';
export { SIGNATURE_VERSION, signVideo, type Signature } from '#likeness/signature.ts';
export { measureLoudness } from '#likeness/sound-signature.ts';
export { amongTexts, plainText, textLikeness } from '#likeness/text.ts';
export { weigh, type KindsOfLikeness, type LikenessWeights } from '#likeness/weigh.ts';
export { aiMarkSound } from '#piece/ai-mark.ts';
export { spansOf } from '#analysis/spans.ts';
export { decodeMono, decodeMonoTo } from '#piece/decode.ts';
export { renderPiece, type MadePiece, type Piece, type PieceLine, type PieceMusic } from '#piece/piece.ts';
export { meterPeaks, peaksOf, readPeaks } from '#piece/waveform.ts';
export {
  labelWav,
  readWavLabel,
  SOUND_FORMATS,
  SOUND_TYPES,
  soundArgs,
  srtOf,
  writeMono,
  type SoundFormat,
} from '#piece/write.ts';
export type { SheetFormat, SheetWork } from '#sheet/draw-one.ts';
export { drawSheets } from '#sheet/draw-sheets.ts';
export { letterBook } from '#sheet/letter-book.ts';
export { lookCube } from '#sheet/look-cube.ts';
export { refillSheet } from '#sheet/refill.ts';
export { noticeLayers } from '#sheet/notice.ts';
export { hasPictographs, readBrief, type Brief } from '#poster/brief.ts';
export { planPosters, type Logo } from '#poster/compose.ts';
export { drawPosters } from '#poster/draw-posters.ts';
export { type Face, preparePicture, type PosterPicture } from '#poster/picture.ts';
export { unprinted } from '#poster/unprinted.ts';
