import type { Tools } from '#ffmpeg/locate.ts';
import { signPicture, type SignOptions } from '#likeness/picture-signature.ts';
import { signSound, type SoundMemory } from '#likeness/sound-signature.ts';

/** Goes up whenever signatures made before can't be compared with new ones. */
export const SIGNATURE_VERSION = 1;

/** What a video looks, sounds and reads like; a minute is some three kilobytes. */
export type Signature = { picture: Uint8Array; sound: Uint8Array; text: string };

/** What a file looks and sounds like. What it says is known to whoever made it. */
export async function signVideo(
  tools: Tools,
  path: string,
  { sounds, ...options }: SignOptions & { sounds?: SoundMemory } = {},
): Promise<Omit<Signature, 'text'>> {
  const { signal } = options;
  const picture = await signPicture(tools, path, options);
  return {
    picture,
    sound: await signSound(tools, path, { ...(signal && { signal }), ...(sounds && { memory: sounds }) }),
  };
}
