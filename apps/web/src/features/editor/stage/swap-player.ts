import { letGo } from '#lib/let-go.ts';

/** How far ahead the next picture waits for the one that plays, and how exactly they must run together, in seconds. */
const LEAD_S = 0.4;
const CLOSE_S = 0.02;
const NEAR_S = 0.12;
const TRIES = 4;
const WAIT_MS = 3000;

type Events = {
  onTime: (seconds: number) => void;
  onPlaying: (isPlaying: boolean) => void;
  onShown: (url: string) => void;
  onWaiting: (isWaiting: boolean) => void;
  /** It is at its end. True: it goes on from elsewhere, by a seek. */
  onEnd: () => boolean;
  onFail: (url: string) => void;
};

export type SwapPlayer = ReturnType<typeof createSwapPlayer>;

/**
 * Plays one video at a time in a box and can put another in its place without a break: that one is loaded and moved to
 * the moment behind the first, and takes over when the first gets there. A third is for what may come next.
 */
export function createSwapPlayer(box: HTMLElement, events: Events) {
  const videos = Array.from({ length: 3 }, () => box.appendChild(makeVideo()));
  const stop = new AbortController();
  let active: HTMLVideoElement | null = null;
  /** The one that is to take over; the third one is for what may come after it. */
  let incoming: HTMLVideoElement | null = null;
  /** Where that one is to begin; null: where the one that is seen is. */
  let entry: number | null = null;
  /** Counts requests, so that one that was overtaken gives up. */
  let turn = 0;
  let isPlaying = false;
  let rate = 1;
  let sought: number | null = null;
  let frame = 0;
  const volume = { level: 1, is_muted: false };

  for (const video of videos) {
    const when = (name: string, run: () => void) => {
      const listen = () => {
        if (video === active) run();
      };
      video.addEventListener(name, listen, { signal: stop.signal });
    };
    when('seeked', () => {
      const next = sought;
      sought = null;
      if (next !== null && Math.abs(next - video.currentTime) > 0.001) seek(next);
      else events.onTime(video.currentTime);
    });
    when('ended', () => {
      if (isPlaying && events.onEnd()) start(video);
      else setPlaying(false);
    });
    when('waiting', () => events.onWaiting(true));
    when('playing', () => events.onWaiting(false));
    when('canplay', () => events.onWaiting(false));
    when('error', () => events.onFail(urlOf(video)));
  }

  // While it plays: asking for a frame makes the browser draw one, sixty times a second.
  const follow = () => {
    if (!isPlaying) return;
    if (active && sought === null && !active.seeking) events.onTime(active.currentTime);
    frame = requestAnimationFrame(follow);
  };

  function setPlaying(to: boolean): void {
    isPlaying = to;
    cancelAnimationFrame(frame);
    if (to && !stop.signal.aborted) frame = requestAnimationFrame(follow);
    events.onPlaying(to);
  }

  function start(video: HTMLVideoElement): void {
    video.playbackRate = rate;
    // Refused when nobody has touched the page yet; then it waits for a press.
    video.play().catch((error: unknown) => {
      const isRefused = error instanceof DOMException && error.name === 'NotAllowedError';
      if (isRefused && video === active) setPlaying(false);
    });
  }

  function play(): void {
    if (!active) return setPlaying(true);
    if (active.ended || active.currentTime >= active.duration - 0.02) active.currentTime = 0;
    setPlaying(true);
    start(active);
  }

  function pause(): void {
    active?.pause();
    setPlaying(false);
  }

  /** While one jump is on its way only the last of those that follow counts: that is what makes dragging smooth. */
  function seek(seconds: number): void {
    if (!active) return;
    const end = Number.isFinite(active.duration) ? active.duration : seconds;
    const to = Math.min(Math.max(0, seconds), end);
    if (entry !== null) entry = to;
    if (active.seeking) sought = to;
    else active.currentTime = to;
    events.onTime(to);
  }

  /** Shows a video from a moment, or with null from where the one that is shown is. */
  async function show(url: string, { at: asked, plays }: { at: number | null; plays: boolean | null }): Promise<void> {
    turn += 1;
    const mine = turn;
    // Overtaken before it was seen: what comes in its place begins where that one would have.
    const at = asked ?? (incoming ? entry : null);
    entry = at;
    if (active && urlOf(active) === url) {
      if (at !== null) seek(at);
      if (plays !== null && plays !== isPlaying) (plays ? play : pause)();
      incoming = null;
      entry = null;
      return;
    }
    // One that was overtaken is used again: the third may hold what comes next.
    const next = videos.find((video) => video !== active && urlOf(video) === url) ?? incoming ?? idle();
    incoming = next;
    // Two at a time: what was made ready for later is not what is wanted now.
    for (const video of videos) if (video !== active && video !== next) letGo(video);
    load(next, url);
    if (plays !== null) setPlaying(plays);
    try {
      await heard(next, 'loadedmetadata', () => next.readyState >= 1);
      const here = () => (at === null ? (sought ?? active?.currentTime ?? 0) : (entry ?? at));
      const aim = (lead: number) => Math.min(here() + lead, Math.max(0, next.duration - 0.02));
      for (let tries = 1; turn === mine; tries += 1) {
        const isMoving = at === null && active !== null && isPlaying && !active.paused;
        const lead = isMoving && tries < TRIES ? LEAD_S * rate : 0;
        const target = aim(lead);
        if (Math.abs(next.currentTime - target) > 0.001) next.currentTime = target;
        await heard(next, 'seeked', () => !next.seeking);
        // At the very end there is nothing more to be had.
        if (target < next.duration - 0.25) await heard(next, 'canplay', () => next.readyState >= 3);
        if (turn !== mine) return;
        // Whoever has jumped meanwhile must not be taken back.
        const isMissed =
          lead > 0
            ? !(await runAlong(next, target, () => turn === mine))
            : !isMoving && Math.abs(aim(0) - target) > NEAR_S / 4;
        if (isMissed) {
          next.pause();
          continue;
        }
        if (turn === mine) takeOver(next);
        return;
      }
    } catch {
      if (turn === mine) events.onFail(url);
    } finally {
      if (turn === mine) {
        incoming = null;
        entry = null;
      }
      if (next !== active && next !== incoming) next.pause();
    }
  }

  /**
   * Lets the next one go, silently, when what plays gets to where it waits. Videos take a moment to start, so it is a
   * little behind at first and runs faster until both show the same. False when what plays went elsewhere meanwhile.
   */
  async function runAlong(next: HTMLVideoElement, target: number, isWanted: () => boolean): Promise<boolean> {
    const until = performance.now() + WAIT_MS;
    while (isWanted() && performance.now() < until) {
      if (!active || active.paused || active.ended) return false;
      const behind = active.currentTime - next.currentTime;
      if (Math.abs(behind) > 2 * LEAD_S * rate) return false;
      const isRunning = !next.paused && next.currentTime > target;
      if (isRunning && Math.abs(behind) < CLOSE_S) return true;
      if (next.paused && behind > -CLOSE_S) next.play().catch(() => {});
      // Gently: on a busy machine the next look may come a second later.
      if (isRunning) next.playbackRate = rate * Math.min(1.15, Math.max(0.9, 1 + 3 * behind));
      await new Promise((frame) => requestAnimationFrame(frame));
    }
    // Never quite together: better a step that is hardly seen than none.
    return isWanted() && !next.paused && Math.abs((active?.currentTime ?? 0) - next.currentTime) < NEAR_S;
  }

  function takeOver(next: HTMLVideoElement): void {
    const before = active;
    next.volume = volume.level;
    next.muted = volume.is_muted;
    active = next;
    sought = null;
    if (isPlaying) start(next);
    next.dataset['on'] = 'true';
    if (before) {
      before.dataset['on'] = 'false';
      letGo(before);
    }
    events.onWaiting(false);
    events.onShown(urlOf(next));
    events.onTime(next.currentTime);
  }

  function idle(): HTMLVideoElement {
    return videos.find((video) => video !== active && video !== incoming) as HTMLVideoElement;
  }

  return {
    show,
    play,
    pause,
    seek,
    /** Loads what will probably be shown next. */
    preload(url: string): void {
      if (incoming || videos.some((video) => urlOf(video) === url)) return;
      const [spare, ...others] = videos.filter((video) => video !== active);
      for (const other of others) letGo(other);
      if (spare) load(spare, url);
    },
    setRate(to: number): void {
      rate = to;
      if (active) active.playbackRate = to;
    },
    setVolume(level: number, is_muted: boolean): void {
      Object.assign(volume, { level, is_muted });
      if (active) Object.assign(active, { volume: level, muted: is_muted });
    },
    /** Where it is, in seconds; where it is going to while it jumps. */
    time: (): number => sought ?? active?.currentTime ?? 0,
    isPlaying: (): boolean => isPlaying,
    close(): void {
      turn += 1;
      stop.abort();
      cancelAnimationFrame(frame);
      for (const video of videos) {
        letGo(video);
        video.remove();
      }
    },
  };
}

function makeVideo(): HTMLVideoElement {
  const video = document.createElement('video');
  video.playsInline = true;
  video.preload = 'auto';
  // Until it is shown: two at once would be heard.
  video.muted = true;
  video.dataset['on'] = 'false';
  return video;
}

function urlOf(video: HTMLVideoElement): string {
  return video.getAttribute('src') ?? '';
}

function load(video: HTMLVideoElement, url: string): void {
  if (urlOf(video) === url) return;
  video.muted = true;
  video.src = url;
  video.load();
}

/** Until the element says so; fails when it can't be played. */
function heard(video: HTMLVideoElement, name: string, isSo: () => boolean): Promise<void> {
  if (isSo()) return Promise.resolve();
  if (video.error) return Promise.reject(new Error(video.error.message));
  return new Promise((resolve, reject) => {
    const done = new AbortController();
    const options = { signal: done.signal };
    const check = () => {
      if (!isSo()) return;
      done.abort();
      resolve();
    };
    const fail = () => {
      done.abort();
      reject(new Error(video.error?.message ?? 'gone'));
    };
    video.addEventListener(name, check, options);
    video.addEventListener('error', fail, options);
  });
}
