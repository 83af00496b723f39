import { loadVoiceActivity, type VoiceActivity } from '#hearing/voice-activity.ts';
import type { Task } from '#runtime/tasks.ts';

let detector: Promise<VoiceActivity> | undefined;

/** Finds where somebody speaks. */
export const runFindSpeech: Task<'findSpeech'> = async (pcm, { folders }) => {
  detector ??= loadVoiceActivity(folders['silero-vad']!);
  return (await detector).find(pcm);
};
