import { BoundedMap } from '#bounded-map.ts';
import type { Tools } from '#ffmpeg/locate.ts';
import type { Progress } from '#ffmpeg/progress.ts';
import { type PictureMemory, recallPicture } from '#likeness/picture-signature.ts';
import { type Heard, recallSound, type SoundMemory } from '#likeness/sound-signature.ts';
import { Cache, type Lease } from '#render/cache/cache.ts';
import { type Damage, joinDamage, keepDamage, readDamage } from '#render/damage.ts';
import type { Quality } from '#render/encoder.ts';
import { keyOf } from '#render/key.ts';
import { assemble } from '#render/mp4/assemble.ts';
import { Mp4Error, readTrack, type Track } from '#render/mp4/track.ts';
import type { VirtualMp4 } from '#render/mp4/virtual-mp4.ts';
import type { Stretch } from '#render/picture.ts';
import { openProgressBoard } from '#render/progress-board.ts';
import { renderSeam, seamKey, type Seam } from '#render/seam.ts';
import { openSlots, type Slots } from '#render/slots.ts';
import { encodeSound, soundKey } from '#render/sound/encode.ts';
import { mixSamples } from '#render/sound/mix.ts';
import { pcmKey, readPcm, renderPcm } from '#render/sound/pcm.ts';
import { openRoom } from '#render/sound/room.ts';
import type { Music, SoundClip, SoundMix } from '#render/sound/sound.ts';
import { renderStretch, renderWindow, stretchKey, windowKey, type Workshop } from '#render/stretch.ts';
import { framesIn, layOut, partFrames, type Part, type Variant } from '#render/variant.ts';

/** Where the engine keeps what it made, how much of it, and how many processes it may run at once. */
export type EngineOptions = {
  tools: Tools;
  cacheDir: string;
  cacheBytes: number;
  /** One per core: two processes with one thread each beat one with two. */
  processes: number;
};

/** A variant ready to be read, written or served; its pieces stay until it is released. */
export type OpenVariant = {
  file: VirtualMp4;
  /** Broken pictures of its sources that it shows. */
  damage: Damage[];
  /** What it looks and sounds like, where all of its parts are known; null where somebody has to look. */
  recall: () => Promise<Recalled | null>;
  release: () => void;
};

/** What a finished video looks and sounds like; null loudness where it has no sound. */
export type Recalled = { picture: Uint8Array; sound: Uint8Array; lufs: number | null };

/**
 * How to follow and stop work. `onProgress` gets the share of the frames that exist, rising from 0 to 1. What is urgent,
 * because somebody looks at it, is made before all that waits.
 */
export type RenderOptions = { signal?: AbortSignal; onProgress?: (share: number) => void; isUrgent?: boolean };

/** When a piece of work may run, and when it need not any more. */
type Turn = { signal: AbortSignal; inSlot: Slots };

/** Music is decoded in lengths of this many seconds, so that variants of different length share one file. */
const MUSIC_STEP_SECONDS = 30;
const TRACKS_KEPT = 2000;
/** Four mixes of half a minute. */
const ROOM_BYTES = 48 * 2 ** 20;
const LOOKS_KEPT = 20_000;
const SOUNDS_KEPT = 5000;

/** Renders variants: every part is encoded once and kept, a variant is a table over the parts. */
export class Engine {
  readonly #cache: Cache;
  readonly #workshop: Workshop;
  readonly #inSlot: Slots;
  readonly #tracks = new BoundedMap<string, Track>(TRACKS_KEPT);
  readonly #looked = new BoundedMap<string, Uint8Array>(TRACKS_KEPT);
  readonly #damages = new BoundedMap<string, Damage[]>(TRACKS_KEPT);
  readonly #progress = openProgressBoard();
  readonly #room = openRoom(ROOM_BYTES);
  /** What parts look like, by the hash of their bytes: finished videos are looked at by it. */
  readonly looks: PictureMemory = new BoundedMap<string, Uint8Array>(LOOKS_KEPT);
  /** The same of tracks of sound. */
  readonly sounds: SoundMemory = new BoundedMap<string, Heard>(SOUNDS_KEPT);
  /** Another ffmpeg may give other bytes for the same inputs, and pieces of the two would not fit together. */
  readonly #maker: string;

  constructor({ tools, cacheDir, cacheBytes, processes }: EngineOptions) {
    this.#cache = new Cache({ dir: cacheDir, maxBytes: cacheBytes });
    this.#workshop = { tools, scratch: this.#cache.scratch };
    this.#inSlot = openSlots(processes);
    this.#maker = keyOf('maker', tools.version).slice(0, 8);
  }

  /** Makes whatever of the variant does not exist yet, and answers it as a file that need not. */
  async open(variant: Variant, { signal, onProgress, isUrgent = false }: RenderOptions = {}): Promise<OpenVariant> {
    const leases: Lease[] = [];
    const release = () => leases.forEach((lease) => lease.release());
    // One failure stops the rest: nobody waits for parts of a video that will not be.
    const failure = new AbortController();
    const either = signal ? AbortSignal.any([signal, failure.signal]) : failure.signal;
    const inSlot: Slots = (work, stop) => this.#inSlot(work, stop, isUrgent);
    const parts = layOut(variant);
    const progress = this.#progress.follow(framesIn(parts), onProgress);

    const keep = async (lease: Promise<Lease>) => {
      const held = await lease;
      leases.push(held);
      return held;
    };
    const made = parts.map(async (part) => {
      const name = this.#name(partKey(part, variant.quality), 'mp4');
      progress.expect(name);
      const turn = { signal: either, inSlot };
      const lease = await keep(this.#whole('vide', () => this.#part(part, name, variant.quality, turn)));
      progress.finish(name, partFrames(part));
      return lease;
    });
    const { sound: mix } = variant;
    const sound = mix && keep(this.#whole('soun', () => this.#sound(mix, { signal: either, inSlot })));
    const all = [...made, ...(sound ? [sound] : [])];
    try {
      await Promise.all(all);
      const pieces = await Promise.all(made.map(async (lease) => this.#track((await lease).path, 'vide')));
      const damage = await Promise.all(made.map(async (lease) => this.#damage((await lease).path)));
      const track = sound && (await this.#track((await sound).path, 'soun'));
      const file = assemble({ pieces, sound: track, tags: variant.tags });
      const paths = (await Promise.all(made)).map(({ path }) => path);
      const soundPath = (await sound)?.path ?? null;
      const recall = () => this.#recall(paths, soundPath);
      return { file, damage: joinDamage(damage.flat()), recall, release };
    } catch (error) {
      failure.abort(error);
      await Promise.allSettled(all);
      release();
      throw error;
    } finally {
      progress.stop();
    }
  }

  /** The share of a variant's frames that exist already: 1 means it opens at once. */
  readiness(variant: Variant): number {
    const parts = layOut(variant);
    const ready = parts.filter((part) => this.#cache.has(this.#name(partKey(part, variant.quality), 'mp4')));
    const isHeard = !variant.sound || this.#cache.has(this.#name(soundKey(variant.sound), 'm4a'));
    return (framesIn(ready) / framesIn(parts)) * (isHeard ? 1 : 0.99);
  }

  /** The name of exactly what a variant is made of: equal for files that are equal. */
  keyOf({ quality, tags, sound, ...shape }: Variant): string {
    const parts = layOut(shape).map((part) => partKey(part, quality));
    return this.#name(keyOf('variant', { parts, sound: sound && soundKey(sound), tags }), '');
  }

  /** Gives back everything; files stay for the next start. */
  close(): void {
    this.#cache.close();
  }

  #part(part: Part, name: string, quality: Quality, turn: Turn): Promise<Lease> {
    const onProgress = ({ frame }: Progress) => this.#progress.report(name, frame);
    if (part.kind === 'stretch') {
      const make = (path: string, shared: AbortSignal) =>
        renderStretch(this.#workshop, part.stretch, quality, path, {
          signal: shared,
          onProgress,
          ...(quality !== 'draft' && { looks: this.looks }),
        });
      return this.#cache.acquire(name, make, turn);
    }
    const make = (path: string, signal: AbortSignal) => this.#makeSeam(part.seam, quality, path, { ...turn, signal });
    return this.#cache.acquire(name, make, { signal: turn.signal });
  }

  async #makeSeam(seam: Seam, quality: Quality, path: string, turn: Turn): Promise<void> {
    const { signal, inSlot } = turn;
    const asked = [seam.before, seam.after].map((stretch) => this.#whole('vide', () => this.#window(stretch, turn)));
    try {
      const [before, after] = await Promise.all(asked);
      const windows = { beforePath: before!.path, afterPath: after!.path };
      await inSlot(() => renderSeam(this.#workshop, seam, windows, quality, path, { signal }), signal);
      const shown = await Promise.all([before!, after!].map((lease) => readDamage(lease.path)));
      await keepDamage(path, shown.flat());
    } finally {
      for (const result of await Promise.allSettled(asked)) if (result.status === 'fulfilled') result.value.release();
    }
  }

  #window(stretch: Stretch, turn: Turn): Promise<Lease> {
    const make = (path: string, shared: AbortSignal) => renderWindow(this.#workshop, stretch, path, { signal: shared });
    return this.#cache.acquire(this.#name(windowKey(stretch), 'mp4'), make, turn);
  }

  #sound(mix: SoundMix, { signal, inSlot }: Turn): Promise<Lease> {
    const make = async (path: string, shared: AbortSignal) => {
      const turn = { signal: shared, inSlot };
      const samples = await mixSamples(mix, (sound, seconds) => this.#samples(sound, seconds, turn), this.#room);
      const options = { signal: shared, sounds: this.sounds };
      await inSlot(() => encodeSound(this.#workshop, samples, path, options), shared);
      // Where it failed, somebody may still be reading them.
      this.#room.give(samples);
    };
    return this.#cache.acquire(this.#name(soundKey(mix), 'm4a'), make, { signal });
  }

  async #samples(sound: SoundClip | Music, seconds: number, turn: Turn): Promise<Float32Array> {
    const isMusic = 'isLooped' in sound;
    const part = {
      source: sound.source,
      startSeconds: sound.startSeconds,
      speed: isMusic ? 1 : sound.speed,
      seconds: isMusic ? Math.ceil(seconds / MUSIC_STEP_SECONDS) * MUSIC_STEP_SECONDS : seconds,
    };
    const make = (path: string, shared: AbortSignal) => renderPcm(this.#workshop, part, path, { signal: shared });
    for (let isAgain = false; ; isAgain = true) {
      const lease = await this.#cache.acquire(this.#name(pcmKey(part), 'pcm'), make, turn);
      try {
        const samples = await readPcm(lease.path, seconds, this.#room);
        if (samples.length > 0 || isAgain) return samples;
        // Left empty by a power cut: it would be silence from now on.
        await this.#cache.discard(lease.path);
      } finally {
        lease.release();
      }
    }
  }

  #name(key: string, extension: string): string {
    return `${key}-${this.#maker}.${extension}`;
  }

  /** Groups of pictures are those of the parts, one part after another: a video is known when they are. */
  async #recall(paths: string[], soundPath: string | null): Promise<Recalled | null> {
    const pictures: Uint8Array[] = [];
    for (const path of paths) {
      const known = this.#looked.get(path) ?? (await recallPicture(path, this.looks));
      if (!known) return null;
      this.#looked.set(path, known);
      pictures.push(known);
    }
    const heard = soundPath && (await recallSound(soundPath, this.sounds));
    if (soundPath && !heard) return null;
    const { marks, lufs } = heard || { marks: new Uint8Array(0), lufs: null };
    return { picture: Buffer.concat(pictures), sound: marks, lufs };
  }

  async #damage(path: string): Promise<Damage[]> {
    const found = this.#damages.get(path) ?? (await readDamage(path));
    this.#damages.set(path, found);
    return found;
  }

  /** A power cut can leave a finished name with unfinished bytes: that is thrown away, and made again. */
  async #whole(kind: Track['kind'], acquire: () => Promise<Lease>): Promise<Lease> {
    const lease = await acquire();
    try {
      await this.#track(lease.path, kind);
      return lease;
    } catch (error) {
      lease.release();
      if (!(error instanceof Mp4Error)) throw error;
      return acquire();
    }
  }

  /** Parts never change, so neither do their tables. */
  async #track(path: string, kind: Track['kind']): Promise<Track> {
    const known = this.#tracks.get(path);
    if (known) return known;
    const track = await readTrack(path, kind).catch(async (error: unknown) => {
      await this.#cache.discard(path);
      throw error;
    });
    this.#tracks.set(path, track);
    return track;
  }
}

function partKey(part: Part, quality: Quality): string {
  return part.kind === 'stretch' ? stretchKey(part.stretch, quality) : seamKey(part.seam, quality);
}
