import { create } from 'zustand';

/** A sound to play: `from` seconds into it, and silence behind it. */
export type Clip = {
  clip_id: string;
  url: string;
  from?: number;
  pause_ms?: number;
  /** What it is a piece of, and where it stands in it, in seconds. */
  part_of?: string;
  offset?: number;
};

/** What an audio element can do, as far as it is needed here. */
export type Sound = EventTarget & Pick<HTMLAudioElement, 'src' | 'currentTime' | 'preload' | 'play' | 'pause'>;

type PlayerState = {
  /** What was asked for; null when nothing is. */
  name: string | null;
  phase: 'idle' | 'loading' | 'playing' | 'pausing';
  clip: Clip | null;
};

const IDLE: PlayerState = { name: null, phase: 'idle', clip: null };

/**
 * Plays one thing at a time: clips one after another, the next one fetched while one sounds. Two sounds take turns, so
 * that the next has loaded when the first ends.
 */
export function createPlayer(makeSound: () => Sound) {
  const store = create<PlayerState>(() => IDLE);
  let sounds: Sound[] = [];
  let sounding: Sound | null = null;
  let running: AbortController | null = null;

  /** Resolves when all clips have sounded or something else was asked for; rejects with what broke. */
  async function play(name: string, clips: (signal: AbortSignal) => AsyncIterable<Clip>): Promise<void> {
    stop();
    const mine = new AbortController();
    running = mine;
    const { signal } = mine;
    store.setState({ name, phase: 'loading', clip: null });
    const source = clips(signal)[Symbol.asyncIterator]();
    let turn = 0;
    const prepare = async () => {
      const { value, done } = await source.next();
      if (done || signal.aborted) return null;
      const clip = value;
      const sound = soundOf(turn);
      turn += 1;
      sound.preload = 'auto';
      sound.src = clip.url;
      if (clip.from) sound.currentTime = clip.from;
      return { clip, sound };
    };
    try {
      let next = await prepare();
      while (next && !signal.aborted) {
        const { clip, sound } = next;
        store.setState({ phase: 'playing', clip });
        sounding = sound;
        const ended = sounded(sound, signal);
        const coming = settled(prepare());
        await ended;
        sounding = null;
        if (signal.aborted) return;
        if (clip.pause_ms) {
          store.setState({ phase: 'pausing' });
          await rest(clip.pause_ms, signal);
        }
        if (signal.aborted) return;
        store.setState({ phase: 'loading' });
        next = await coming();
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      if (running === mine) stop();
    }
  }

  function stop(): void {
    running?.abort();
    running = null;
    sounding?.pause();
    sounding = null;
    if (store.getState().name !== null) store.setState(IDLE);
  }

  function soundOf(turn: number): Sound {
    if (sounds.length === 0) sounds = [makeSound(), makeSound()];
    const sound = sounds[turn % 2];
    if (!sound) throw new Error('No sound');
    return sound;
  }

  return {
    use: store,
    play,
    stop,
    /** Seconds into the clip that sounds. */
    time: () => sounding?.currentTime ?? 0,
    /** Seconds into what the clip is a piece of. */
    place: () => (store.getState().clip?.offset ?? 0) + (sounding?.currentTime ?? 0),
  };
}

/** The one of this page: two things never sound over each other. */
export const player = createPlayer(() => new Audio());

/** Plays one sound, or stops it if it is the one that plays. */
export async function toggleSound(name: string, find: () => Promise<string> | string, from = 0): Promise<void> {
  if (player.use.getState().name === name) return player.stop();
  await player.play(name, async function* () {
    yield { clip_id: name, url: await find(), from };
  });
}

/** Resolves at the end of the sound or when it is stopped. */
async function sounded(sound: Sound, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  try {
    await new Promise<void>((resolve, reject) => {
      const listening = { signal: over.signal };
      sound.addEventListener('ended', () => resolve(), listening);
      sound.addEventListener('error', () => reject(new Error('声音没有加载出来，请重试')), listening);
      signal.addEventListener('abort', () => resolve(), listening);
      sound.play().catch((error: unknown) => {
        if (!signal.aborted) reject(error instanceof Error ? error : new Error(String(error)));
      });
    });
  } finally {
    over.abort();
  }
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        done();
      },
      { once: true },
    );
  });
}

/** A promise that is looked at later: its failure is told then, and is not an unhandled one until then. */
function settled<T>(promise: Promise<T>): () => Promise<T> {
  promise.catch(() => {});
  return () => promise;
}
