import { type ChatModel, openChatModel } from '#chat/chat.ts';
import { AiError } from '#errors.ts';
import type { FaceNet, FaceSkin, FollowedFace, FollowInput, SkinInput, TracedFace } from '#face/face.ts';
import type { Denoising } from '#hearing/denoise-task.ts';
import type { HearingSize, Transcript } from '#hearing/transcript.ts';
import type { Span } from '#hearing/voice-activity.ts';
import { findMatcher } from '#matcher/find-matcher.ts';
import type { PictureMatch, TextMatch } from '#matcher/match.ts';
import type { Beats, RawSound } from '#music/beats.ts';
import type { PackName } from '#packs/manifest.ts';
import type { Shelf } from '#packs/shelf.ts';
import { checkMask, type Mask, type Subject, SUBJECTS } from '#picture/mask.ts';
import { checkPoints, type Point, type Pointed, type Study } from '#picture/point.ts';
import { openModelProcess, type ModelProcess } from '#runtime/model-process.ts';
import type { Tasks } from '#runtime/tasks.ts';
import { checkSound } from '#sound/check.ts';
import { checkRequest } from '#speech/check.ts';
import { joinPieces } from '#speech/join.ts';
import type { Speech, SpeechRequest, SpokenPiece } from '#speech/speech.ts';
import { checkPictures, checkWanted, MOST_PICTURES } from '#vision/check.ts';
import type { Picture, RawPicture, Sight, SightPart } from '#vision/sight.ts';

/** Stops the work when it fires: the model process is ended, the next order starts another. */
type Stoppable = { signal?: AbortSignal };

/** What the built-in models can do. Every call may throw `PackMissing`, `AiError`, or the reason of its signal. */
export type Ai = {
  /** Says a text; `onSentence` gets each piece as soon as it is ready. */
  speak(request: SpeechRequest, options?: Stoppable & { onSentence?: (piece: SpokenPiece) => void }): Promise<Speech>;
  /**
   * Writes down mono sound at 16 kHz; without `language` the model decides by the first 30 s of speech. `known_words`,
   * the likeliest first, are preferred to others that sound alike: names of brands and products. Who has asked
   * `findSpeech` says what it answered, so that it is not looked for twice.
   */
  transcribe(
    request: { pcm: Float32Array; language?: string; size?: HearingSize; known_words?: string[]; speech?: Span[] },
    options?: Stoppable & { onProgress?: (progress: number) => void },
  ): Promise<Transcript>;
  /** Where somebody speaks in mono sound at 16 kHz, in seconds. */
  findSpeech(pcm: Float32Array, options?: Stoppable): Promise<Span[]>;
  /** The pulse of mono music at 44.1 kHz. */
  findBeats(sound: Float32Array | RawSound, options?: Stoppable): Promise<Beats>;
  /** Mono speech at 48 kHz without its noise. */
  denoise(sound: Denoising, options?: Stoppable): Promise<void>;
  /** Vectors of length 1 for texts; the product of two tells how alike their meanings are. */
  embed(texts: string[], options?: Stoppable): Promise<Float32Array[]>;
  /**
   * Looks at pictures: writing, faces, things, kinds of scene, and a vector for look-alikes. `want` names the parts that
   * are paid for, all but the crops by default. `onSight` gets each sight when it is there, in order.
   */
  see(
    pictures: Picture[],
    options?: Stoppable & {
      want?: SightPart[];
      onSight?: (at: number, sight: Sight) => void;
      onProgress?: (progress: number) => void;
    },
  ): Promise<Sight[]>;
  /** What of a picture is its subject, in the picture's size (longer side 4,096 at most). */
  cutOut(picture: Picture, options: Stoppable & { subject: Subject }): Promise<Mask>;
  /** Looks at a picture, so that things in it can be pointed at: some seconds, once for each picture. */
  study(picture: Picture, options?: Stoppable): Promise<Study>;
  /** The one thing that points are on, in the size of the picture (longer side 4,096 at most), whatever size was studied. */
  pointOut(study: Study, points: Point[], picture: Picture, options?: Stoppable): Promise<Pointed>;
  /** A picture whose hole is filled with what could be there. The hole has the picture's size; outside nothing changes. */
  fillHole(picture: Picture, hole: Mask, options?: Stoppable): Promise<RawPicture>;
  /** The faces of pictures with their points, in pixels of a picture whose longer side is 1,920 at most, and its size. */
  traceFaces(
    pictures: Picture[],
    options?: Stoppable & { onProgress?: (progress: number) => void },
  ): Promise<{ faces: TracedFace[]; width: number; height: number }[]>;
  /** A face near the place where it was a frame before. */
  followFace(input: FollowInput, options?: Stoppable): Promise<FollowedFace>;
  /** What of a square is bare skin of a face, and not what lies before it. */
  faceSkin(input: SkinInput, options?: Stoppable): Promise<FaceSkin>;
  /** How the points of faces hang together. */
  faceNet(options?: Stoppable): Promise<FaceNet>;
  /**
   * The model of an administrator that has texts and pictures in one space (CLIP), by what its files are; null where there
   * is none, or where it turned out not to be one.
   */
  matcher(): string | null;
  matchTexts(texts: string[], options?: Stoppable): Promise<TextMatch[]>;
  matchPictures(pictures: Picture[], options?: Stoppable): Promise<PictureMatch[]>;
  /** The language model of an administrator; it says that there is none where there is no folder for one. */
  chat: Pick<ChatModel, 'state' | 'check' | 'write'>;
  /** Ends every model process; work that is under way fails. */
  close(): Promise<void>;
};

/** `threads` is the core budget of each model process, `memoryMb` what one may take, `idleMs` how long one waits. */
export type AiOptions = {
  shelf: Shelf;
  threads?: number;
  idleMs?: number;
  memoryMb?: number;
  /** Where an administrator may have put a CLIP. */
  clipFolder?: string;
  /** Where an administrator may have put a language model, and where the library is that runs it. */
  chat?: { folder: string; llama: string };
};

const IDLE_MS = 60_000;
const MEMORY_MB = 4000;
const MOST_TEXTS = 1000;
const NO_CHAT = { folder: '', llama: '' };

const SIGHTS_BY_DEFAULT: SightPart[] = ['text', 'faces', 'objects', 'scenes', 'vector'];
const PACKS_OF: Record<SightPart, PackName[]> = {
  text: ['vision-text'],
  faces: ['vision-faces'],
  objects: ['vision-objects'],
  scenes: ['vision-scenes'],
  vector: ['vision-scenes'],
  crops: ['vision-objects', 'vision-scenes'],
  persons: ['vision-objects', 'vision-faces', 'vision-persons'],
};

/** What must be there to see a part. */
export function packsOfSight(part: SightPart): PackName[] {
  return PACKS_OF[part];
}

/** The built-in models behind plain functions. Nothing is started or loaded before it is asked for. */
export function createAi({
  shelf,
  threads = 2,
  idleMs = IDLE_MS,
  memoryMb = MEMORY_MB,
  clipFolder,
  chat,
}: AiOptions): Ai {
  const processes = new Map<string, ModelProcess>();
  const chatModel = openChatModel(chat ?? NO_CHAT);
  let isClosed = false;
  let matcher: string | null | undefined;

  /** One process for each family of models, so that a long transcription does not hold up a short line of speech. */
  function processFor(family: string): ModelProcess {
    if (isClosed) throw new AiError('closed');
    let found = processes.get(family);
    if (!found) {
      found = openModelProcess({ threads, idleMs, memoryMb });
      processes.set(family, found);
    }
    return found;
  }

  function foldersOf(...packs: PackName[]): Record<string, string> {
    return Object.fromEntries(packs.map((pack) => [pack, shelf.folderOf(pack)]));
  }

  function readMatcher(): string | null {
    if (matcher === undefined) matcher = clipFolder === undefined ? null : findMatcher(clipFolder);
    return matcher;
  }

  /** What is no model is asked once: loading it takes seconds and tells the same again. */
  async function match<Name extends 'matchTexts' | 'matchPictures'>(
    task: Name,
    input: Tasks[Name]['input'],
    signal?: AbortSignal,
  ): Promise<Tasks[Name]['result']> {
    if (readMatcher() === null || clipFolder === undefined) throw new AiError('bad-model');
    try {
      return await processFor('match').run(task, input, { folders: { clip: clipFolder }, signal });
    } catch (error) {
      if (error instanceof AiError && error.kind === 'bad-model') matcher = null;
      throw error;
    }
  }

  return {
    async speak(request, { signal, onSentence } = {}) {
      const input = checkRequest(request);
      const folders = foldersOf('kokoro');
      const pieces: SpokenPiece[] = [];
      const onPart = (piece: SpokenPiece) => {
        pieces.push(piece);
        onSentence?.(piece);
      };
      await processFor('speech').run('speak', input, { folders, signal, onPart });
      return joinPieces(pieces);
    },

    async transcribe({ pcm, language, size = 'base', known_words = [], speech }, { signal, onProgress } = {}) {
      checkSound(pcm);
      const folders = foldersOf('silero-vad', `whisper-${size}`);
      const onPart = ({ progress }: { progress: number }) => onProgress?.(progress);
      const input = { pcm, language, size, known_words, speech };
      return processFor(`hearing-${size}`).run('transcribe', input, { folders, signal, onPart });
    },

    async findSpeech(pcm, { signal } = {}) {
      checkSound(pcm);
      return processFor('voice').run('findSpeech', pcm, { folders: foldersOf('silero-vad'), signal });
    },

    async findBeats(sound, { signal } = {}) {
      if (!('rawPath' in sound)) checkSound(sound);
      return processFor('sound').run('findBeats', sound, { signal });
    },

    async denoise(sound, { signal } = {}) {
      await processFor('sound').run('denoise', sound, { signal });
    },

    async embed(texts, { signal } = {}) {
      if (texts.length > MOST_TEXTS) throw new AiError('bad-option', `${texts.length} texts`);
      if (texts.length === 0) return [];
      return processFor('search').run('embed', texts, { folders: foldersOf('bge-small-zh'), signal });
    },

    async see(pictures, { signal, want = SIGHTS_BY_DEFAULT, onSight, onProgress } = {}) {
      checkPictures(pictures);
      checkWanted(want);
      if (pictures.length === 0) return [];
      const folders = foldersOf(...new Set(want.flatMap((part) => PACKS_OF[part])));
      const sights: Sight[] = [];
      const onPart = ({ at, sight }: { at: number; sight: Sight }) => {
        sights[at] = sight;
        onSight?.(at, sight);
        onProgress?.((at + 1) / pictures.length);
      };
      await processFor('vision').run('see', { pictures, want }, { folders, signal, onPart });
      return sights;
    },

    async cutOut(picture, { subject, signal }) {
      checkPictures([picture]);
      if (!SUBJECTS.includes(subject)) throw new AiError('bad-option', `subject ${subject}`);
      // Each of these models takes hundreds of megabytes by itself.
      return processFor(`cut-out-${subject}`).run(
        'cutOut',
        { picture, subject },
        { folders: foldersOf('cut-out'), signal },
      );
    },

    async study(picture, { signal } = {}) {
      checkPictures([picture]);
      const folders = foldersOf('point-out');
      // By itself: whoever has looked at one picture points at things while others look at theirs.
      return (await processFor('study').run('study', { picture }, { folders, signal })).study;
    },

    async pointOut(study, points, picture, { signal } = {}) {
      checkPictures([picture]);
      checkPoints(study, points);
      const folders = foldersOf('point-out');
      return processFor('point-out').run('pointOut', { study, points, picture }, { folders, signal });
    },

    async fillHole(picture, hole, { signal } = {}) {
      checkPictures([picture]);
      checkMask(hole);
      return processFor('fill-in').run('fillHole', { picture, hole }, { folders: foldersOf('fill-in'), signal });
    },

    async traceFaces(pictures, { signal, onProgress } = {}) {
      checkPictures(pictures);
      if (pictures.length === 0) return [];
      const folders = foldersOf('vision-faces', 'vision-persons', 'face-swap');
      const seen: Omit<Tasks['traceFaces']['part'], 'at'>[] = [];
      const onPart = ({ at, ...part }: Tasks['traceFaces']['part']) => {
        seen[at] = part;
        onProgress?.((at + 1) / pictures.length);
      };
      await processFor('face').run('traceFaces', { pictures }, { folders, signal, onPart });
      return seen;
    },

    async followFace(input, { signal } = {}) {
      checkPictures([input.picture]);
      return processFor('face').run('followFace', input, { folders: foldersOf('face-swap'), signal });
    },

    async faceSkin(input, { signal } = {}) {
      checkPictures([input.picture]);
      return processFor('face').run('faceSkin', input, { folders: foldersOf('face-swap'), signal });
    },

    async faceNet({ signal } = {}) {
      return processFor('face').run('faceNet', null, { folders: foldersOf('face-swap'), signal });
    },

    matcher: readMatcher,

    async matchTexts(texts, { signal } = {}) {
      return match('matchTexts', texts, signal);
    },

    async matchPictures(pictures, { signal } = {}) {
      if (pictures.length > MOST_PICTURES) throw new AiError('bad-option', `${pictures.length} pictures`);
      return match('matchPictures', { pictures }, signal);
    },

    chat: chatModel,

    async close() {
      isClosed = true;
      await Promise.all([chatModel, ...processes.values()].map((each) => each.close()));
    },
  };
}
