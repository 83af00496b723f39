import { type AiAudio, type AudioLine, callOf, type Session } from '@mixreel/contract';
import type { Page } from '@playwright/test';
import type { Product } from './product.ts';
import { send } from './test.ts';

/** Speech is made by the real model, which a machine with other work takes its time over. */
export const SPEECH_MS = 240_000;

type Given = Partial<AudioLine> & { text: string };

/** A piece with these lines, made as the page makes it. */
export async function makePiece(
  product: Product,
  { access_token }: Session,
  { project_id, name = '口播', lines }: { project_id: string; name?: string; lines: Given[] },
): Promise<AiAudio> {
  const given = lines.map((line, n) => ({ line_id: `line${n}`, voice_id: 'builtin:zf_xiaoxiao', ...line }));
  return send<AiAudio>(product, callOf('audio.add').path, { project_id, audio_name: name, lines: given }, access_token);
}

export function studioPath({ project_id, ai_audio_id }: Pick<AiAudio, 'project_id' | 'ai_audio_id'>): string {
  return `/audioStudio?${new URLSearchParams({ project_id, ai_audio_id })}`;
}

/** A sound that came to its end: how long it is, and how many seconds of it really sounded. */
export type Heard = { path: string; duration: number; played: number };

type Listening = { heard: Heard[] };

/** Listens to every sound that the page plays from now on. */
export async function listen(page: Page): Promise<() => Promise<Heard[]>> {
  await page.evaluate(() => {
    const known = 'heard' in window;
    Object.assign(window, { heard: [] } satisfies Listening);
    if (known) return;
    const { play } = HTMLAudioElement.prototype;
    const watched = new WeakSet<HTMLAudioElement>();
    HTMLAudioElement.prototype.play = function (this: HTMLAudioElement) {
      if (!watched.has(this)) watch(this);
      return play.call(this);
    };
    function watch(sound: HTMLAudioElement): void {
      watched.add(sound);
      // `played` of the browser counts from zero, wherever the sound began.
      let began: number | null = null;
      for (const event of ['play', 'seeking']) sound.addEventListener(event, () => (began = null));
      // It plays again after each wait for bytes as well.
      sound.addEventListener('playing', () => (began ??= sound.currentTime));
      sound.addEventListener('ended', () => {
        const { pathname } = new URL(sound.src);
        const { heard } = window as unknown as Listening;
        heard.push({ path: pathname, duration: sound.duration, played: sound.currentTime - (began ?? 0) });
      });
    }
  });
  return () => page.evaluate(() => (window as unknown as Listening).heard);
}
