export { createAi, packsOfSight, type Ai, type AiOptions } from '#ai.ts';
export type { ChatState } from '#chat/chat.ts';
export { llamaFolder } from '#chat/llama.ts';
export { AiError, type AiFailure } from '#errors.ts';
export {
  SKIN_SHARE,
  squareAround,
  type FaceNet,
  type FollowedFace,
  type FollowInput,
  type TracedFace,
} from '#face/face.ts';
export { captionsFrom, type Caption, type Captionable, type CaptionOptions } from '#hearing/captions.ts';
export { breakIntoLines, type LineOptions, type TimedWord } from '#hearing/lines.ts';
export type { HeardSegment, HeardWord, HearingSize, Transcript } from '#hearing/transcript.ts';
export { compareNumbers, type HeardNumber } from '#hearing/said-numbers.ts';
export type { Span } from '#hearing/voice-activity.ts';
export { matchLikelihood, type CommonWord, type PictureMatch, type TextMatch } from '#matcher/match.ts';
export type { Beats } from '#music/beats.ts';
export { snapToBeats } from '#music/snap.ts';
export { TRACKS, type Track } from '#music/tracks.ts';
export { PackError, PackMissing, type PackFailure } from '#packs/errors.ts';
export type { Point, Pointed, Study } from '#picture/point.ts';
export { type Mask, type Subject, SUBJECTS } from '#picture/mask.ts';
export { PACKS, type Pack, type PackFile, type PackName, type PackSource } from '#packs/manifest.ts';
export { packsDir } from '#packs/packs-dir.ts';
export { openShelf, type PackState, type Shelf } from '#packs/shelf.ts';
export { resample } from '#sound/resample.ts';
export type { Speech, SpeechRequest, SpokenPiece, SpokenWord } from '#speech/speech.ts';
export { listVoices, type Voice } from '#speech/voices.ts';
export { editDistance } from '#text/edit-distance.ts';
export { detectLanguage } from '#text/language.ts';
export { normaliseForSpeech, type DictionaryEntry, type Normalised, type Piece } from '#text/normalise.ts';
export { toPhonemes, type Phonemes, type PhonemeWord } from '#text/phonemes.ts';
export { splitSentences, type Sentence } from '#text/sentences.ts';
export { toSimplified } from '#text/simplified.ts';
export { cutWords, findKeywords } from '#text/words.ts';
export { addFace, clusterFaces, findPerson, SAME_PERSON, type FaceCluster } from '#vision/clusters.ts';
export { COLOURS } from '#vision/colour-names.ts';
export { describeShot } from '#vision/describe.ts';
export { DOINGS } from '#vision/doing.ts';
export { counted, numeral } from '#vision/numerals.ts';
export { THING_LABELS, PLACE_LABELS } from '#vision/labels.ts';
export { LOOK_DIMENSIONS } from '#vision/look-vector.ts';
export {
  calibrate,
  FEWEST_PICTURES,
  learnProduct,
  productConfidence,
  productLikeness,
  type Calibration,
  type Learnt,
  type ProductPicture,
  type Prototypes,
} from '#vision/product.ts';
export type { ShotDescription, ShotMeasures, ShotTag, ShotTagType } from '#vision/shot.ts';
export {
  emptySight,
  SIGHT_PARTS,
  type Box,
  type Picture,
  type RawPicture,
  type SeenCrop,
  type SeenFace,
  type SeenObject,
  type SeenPerson,
  type SeenScene,
  type SeenText,
  type Sight,
  type SightPart,
} from '#vision/sight.ts';
export { likeness as likenessOf } from '#vision/pixels.ts';
export { isCaption, isWatermark } from '#vision/text-tags.ts';
