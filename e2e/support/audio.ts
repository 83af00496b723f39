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

/** Listens to every audio element of the page; call before it is opened. */
export async function listen(page: Page): Promise<() => Promise<Heard[]>> {
  await page.addInitScript(() => {
    const heard: Heard[] = [];
    Object.assign(window, { heard });
    const Real = window.Audio;
    window.Audio = class extends Real {
      constructor(src?: string) {
        super(src);
        // `played` of the browser counts from zero, wherever the sound began.
        let began: number | null = null;
        for (const event of ['play', 'seeking']) this.addEventListener(event, () => (began = null));
        // It plays again after each wait for bytes as well.
        this.addEventListener('playing', () => (began ??= this.currentTime));
        this.addEventListener('ended', () => {
          const { pathname } = new URL(this.src);
          heard.push({ path: pathname, duration: this.duration, played: this.currentTime - (began ?? 0) });
        });
      }
    };
  });
  return () => page.evaluate(() => (window as unknown as { heard: Heard[] }).heard);
}
