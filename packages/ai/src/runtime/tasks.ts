import type { ChatDone, ChatInput, ChatPart, CheckInput } from '#chat/chat.ts';
import type {
  FaceNet,
  FaceSkin,
  FollowedFace,
  FollowInput,
  SkinInput,
  TracedFace,
  TraceFacesInput,
} from '#face/face.ts';
import type { Denoising } from '#hearing/denoise-task.ts';
import type { HearInput, Transcript } from '#hearing/transcript.ts';
import type { MatchPicturesInput, PictureMatch, TextMatch } from '#matcher/match.ts';
import type { Beats, RawSound } from '#music/beats.ts';
import type { CutOutInput, FillInput, Mask } from '#picture/mask.ts';
import type { Pointed, PointOutInput, Study, StudyInput } from '#picture/point.ts';
import type { SpeakInput, SpokenPiece } from '#speech/speech.ts';
import type { RawPicture, SeeInput, Sight } from '#vision/sight.ts';

/** What a task gets besides its input. */
export type Tools<Part> = {
  folders: Record<string, string>;
  threads: number;
  /**
   * Hands over a part of the answer, or how far the work is, before the whole is done. To be awaited: inference holds
   * the thread, and what is not sent by then waits for the end of all work.
   */
  tell: (part: Part) => Promise<void>;
  /** Fires where the order may end before its end without the process; see `isGentle`. */
  signal: AbortSignal;
};

/** Everything that runs in a model process: input, parts told on the way, result. */
export type Tasks = {
  speak: { input: SpeakInput; part: SpokenPiece; result: { pieces: number } };
  transcribe: { input: HearInput; part: { progress: number }; result: Transcript };
  findSpeech: { input: Float32Array; part: never; result: { start: number; end: number }[] };
  findBeats: { input: Float32Array | RawSound; part: never; result: Beats };
  denoise: { input: Denoising; part: never; result: null };
  embed: { input: string[]; part: never; result: Float32Array[] };
  matchTexts: { input: string[]; part: never; result: TextMatch[] };
  matchPictures: { input: MatchPicturesInput; part: never; result: PictureMatch[] };
  checkChat: { input: CheckInput; part: never; result: { architecture: string } };
  chat: { input: ChatInput; part: ChatPart; result: ChatDone };
  cutOut: { input: CutOutInput; part: never; result: Mask };
  study: { input: StudyInput; part: never; result: { study: Study } };
  pointOut: { input: PointOutInput; part: never; result: Pointed };
  fillHole: { input: FillInput; part: never; result: RawPicture };
  traceFaces: {
    input: TraceFacesInput;
    part: { at: number; faces: TracedFace[]; width: number; height: number };
    result: { pictures: number };
  };
  followFace: { input: FollowInput; part: never; result: FollowedFace };
  faceSkin: { input: SkinInput; part: never; result: FaceSkin };
  faceNet: { input: null; part: never; result: FaceNet };
  see: { input: SeeInput; part: { at: number; sight: Sight }; result: { pictures: number } };
};

/** The function that does a task. */
export type Task<Name extends keyof Tasks> = (
  input: Tasks[Name]['input'],
  tools: Tools<Tasks[Name]['part']>,
) => Promise<Tasks[Name]['result']>;
