import type { MixConfig } from '@mixreel/contract';
import type { Saying } from '#features/voice/speech.ts';

/** A line as the settings of its shot would say it. */
export function sayingOf(text: string, { voice }: Pick<MixConfig, 'voice'>): Saying {
  const { voice_id, rate, pitch, volume, emotion } = voice;
  return { text, voice_id, rate, pitch, volume, emotion: emotion || null };
}
