import { spokenSeconds, type StoryRow, tooLongBy } from '@mixreel/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { fetchSpeech } from '#features/voice/speech.ts';
import { useVoices } from '#features/voice/voices.ts';

/** Rows whose line takes longer than the row lasts, with how many seconds too long. */
export function tooLong(rows: readonly StoryRow[], rate: number, pace: number): Map<string, number> {
  return new Map(
    rows.flatMap(({ row_id, line, duration_ms }) => {
      if (duration_ms === null) return [];
      const over = tooLongBy(spokenSeconds(line, rate) * pace, duration_ms);
      return over > 0 ? [[row_id, over] as const] : [];
    }),
  );
}

export function usePace(voice_id: string | null): { pace: number; voice_name: string | null; is_measured: boolean } {
  const cache = useQueryClient();
  const voices = useVoices();
  const voice = voices.data?.find((one) => one.voice_id === voice_id);
  const sample = voice?.sample_text ?? '';
  const measured = useQuery({
    queryKey: ['voice pace', voice_id],
    enabled: voice !== undefined && sample !== '',
    staleTime: Infinity,
    retry: false,
    // Spoken once and kept on the server: the sample that the picker plays.
    queryFn: async () => {
      const settings = { rate: 1, pitch: 0, volume: 1, emotion: null };
      const { duration } = await fetchSpeech(cache, { text: sample, voice_id: voice_id ?? '', ...settings });
      return duration / spokenSeconds(sample);
    },
  });
  return { pace: measured.data ?? 1, voice_name: voice?.voice_name ?? null, is_measured: measured.data !== undefined };
}
