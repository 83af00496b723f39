import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Args, Tools } from '@mixreel/media';

/** ffmpeg as anybody starts it: what ours is compared with carries neither our walls nor our watch over it. */
export async function runPlainly({ ffmpegPath }: Tools, args: Args): Promise<void> {
  const flat = [['-hide_banner', '-nostats', '-nostdin', '-y', '-v', 'error'], ...args].flat().map(String);
  await promisify(execFile)(ffmpegPath, flat);
}
