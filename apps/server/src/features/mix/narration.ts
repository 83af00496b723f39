import {
  type Narration,
  type PlannedVideo,
  resolveConfig,
  type Script,
  spokenSeconds,
  type SpokenWord,
} from '@mixreel/contract';
import type { App } from '#context.ts';
import { and, eq, inArray, isNull } from '#db/orm.ts';
import { speechEngines } from '#features/ai/speech.ability.ts';
import { signFileLink } from '#features/file/file-link.ts';
import { vlc_file } from '#features/file/file.tables.ts';
import { material, material_sound } from '#features/material/material.tables.ts';
import { findSpoken, type Request } from '#features/voice/speak.ts';
import { readPaces } from '#features/voice/voice-pace.ts';
import type { MixDocument } from './document.ts';

type Parts = App;

const LINK_SECONDS = 6 * 3600;

/** What is heard of one wording. */
export type Heard = {
  script: Script;
  /** How it is asked to be spoken; null for a recording, and where nobody speaks. */
  request: Request | null;
  /** Without the pause behind it; 0 where nobody speaks. */
  seconds: number;
  pause_seconds: number;
  /** Its shot lasts at least so long. */
  least_seconds: number;
  is_estimate: boolean;
  words: SpokenWord[];
  peaks: number[];
  /** Its sound; null until it exists. */
  sha256: string | null;
  vlc_id: string | null;
  /** How loud a recording is wanted; what is spoken has its loudness already. */
  volume: number;
  /** Its shooting has a voice of its own, which speaks in every video. */
  has_own_voice: boolean;
  /** How fast its sound is played: another voice takes as long for a line as that of the mix. */
  speed: number;
  /** Spoken by a machine. */
  is_ai: boolean;
  /** The speech itself, with what a recogniser wrote of it; null for what is recorded or not spoken yet. */
  said: { speech_id: string; sha256: string; heard: string[] | null } | null;
  problem: string | null;
};

/** What is said under this name: a wording as its mix has it spoken, or in another voice. */
export function heardKey(script_id: string, voice?: string): string {
  return voice === undefined ? script_id : `${script_id} ${voice}`;
}

/** Whatever a video needs spoken: its own voice, and that of the mix, which decides how long everything lasts. */
export function heardKeys({ picks, factors }: PlannedVideo): string[] {
  const scripts = picks.flatMap(({ script_id }) => script_id ?? []);
  const { voice } = factors;
  return voice === undefined ? scripts : scripts.flatMap((id) => [heardKey(id), heardKey(id, voice)]);
}

/**
 * Everything that is said in a mix, by the id of its wording: as far as it exists, and as an estimate where not. With
 * other voices also what they say, each under its own key.
 */
export async function readHeard(app: Parts, document: MixDocument, others: string[] = []): Promise<Map<string, Heard>> {
  const { mix, shootings } = document;
  const voices = new Set(speechEngines(app).flatMap((engine) => engine.voices.map(({ voice_id }) => voice_id)));
  const asked = shootings.flatMap((shooting) => {
    const { voice, duration } = resolveConfig({
      template: mix.template_config,
      project: mix.config,
      shooting: shooting.config,
    });
    // Where a shooting has a voice of its own, that speaks in every video.
    const isOwn = shooting.config.voice?.voice_id !== undefined;
    return shooting.scripts.flatMap((script) => {
      const least = duration.least_ms / 1000;
      const one = { key: script.script_id, script, voice, least, isOwn, isSaid: /[\p{L}\p{N}]/u.test(script.text) };
      if (isOwn || script.recording_material_id) return [one];
      const inOther = others.map((voice_id) => ({
        ...one,
        key: heardKey(script.script_id, voice_id),
        voice: { ...voice, voice_id, emotion: '' },
      }));
      return [one, ...inOther];
    });
  });
  const spoken = asked.filter(({ script, voice, isSaid }) => !script.recording_material_id && voice.is_on && isSaid);
  const known = spoken.filter(({ voice }) => voices.has(voice.voice_id));
  const requests = known.map(({ script, voice }): Request => {
    const { voice_id, rate, pitch, volume, emotion } = voice;
    return { text: script.text, voice_id, rate, pitch, volume, emotion: emotion || null, format: 'flac' };
  });
  const kept = await findSpoken(app, mix.space_id, requests);
  const guessed = new Set(requests.flatMap(({ voice_id }, n) => (kept[n] ? [] : [voice_id])));
  const paces = await readPaces(app, mix.space_id, guessed);
  const recordings = await readRecordings(
    app,
    mix.space_id,
    asked.map(({ script }) => script),
  );

  return new Map(
    asked.map((one): [string, Heard] => {
      const { key, script, voice, least } = one;
      const silent: Heard = {
        script,
        request: null,
        seconds: 0,
        pause_seconds: voice.pause_ms / 1000,
        least_seconds: least,
        is_estimate: false,
        words: [],
        peaks: [],
        sha256: null,
        vlc_id: null,
        volume: 1,
        has_own_voice: one.isOwn,
        speed: 1,
        is_ai: false,
        said: null,
        problem: null,
      };
      if (script.recording_material_id) {
        const found = recordings.get(script.recording_material_id);
        if (!found) return [key, { ...silent, problem: '录音素材不见了，请重新选择' }];
        return [key, { ...silent, ...found, volume: voice.volume }];
      }
      if (!spoken.includes(one)) return [key, silent];
      const index = known.indexOf(one);
      const made = kept[index];
      const seconds = made?.duration ?? spokenSeconds(script.text, voice.rate) * (paces.get(voice.voice_id) ?? 1);
      return [
        key,
        {
          ...silent,
          request: requests[index] ?? null,
          seconds,
          is_estimate: !made,
          words: made?.words ?? [],
          peaks: made?.peaks ?? [],
          sha256: made?.sha256 ?? null,
          vlc_id: made?.vlc_id ?? null,
          is_ai: true,
          said: made ?? null,
          problem: index < 0 ? '这个音色已不可用，请换一个' : null,
        },
      ];
    }),
  );
}

/** The same, as pages show it. */
export async function readNarrations(app: Parts, document: MixDocument): Promise<Map<string, Narration>> {
  const heard = await readHeard(app, document);
  return new Map(
    Array.from(heard, ([script_id, { seconds, is_estimate, problem, words, peaks, vlc_id }]) => {
      const file = vlc_id && { vlc_id, file_name: 'narration' };
      const audio_url = file ? signFileLink(app, file, { seconds: LINK_SECONDS }).url : null;
      return [script_id, { script_id, duration: seconds, is_estimate, problem, words, peaks, audio_url }];
    }),
  );
}

async function readRecordings({ db }: Parts, space_id: string, scripts: Script[]) {
  const ids = scripts.flatMap(({ recording_material_id }) => recording_material_id ?? []);
  if (ids.length === 0) return new Map<string, Partial<Heard>>();
  const rows = await db
    .select({ row: material, sha256: vlc_file.sha256, words: material_sound.words, peaks: material_sound.peaks })
    .from(material)
    .innerJoin(vlc_file, eq(vlc_file.vlc_id, material.vlc_id))
    .leftJoin(material_sound, eq(material_sound.material_id, material.material_id))
    .where(and(eq(material.space_id, space_id), inArray(material.material_id, ids), isNull(material.deleted_at)));
  return new Map(
    rows.map(({ row, sha256, words, peaks }): [string, Partial<Heard>] => [
      row.material_id,
      {
        seconds: row.duration ?? 0,
        sha256,
        vlc_id: row.vlc_id,
        words: words ?? [],
        peaks: peaks ?? [],
        is_ai: row.ai_origin,
        problem: recordingProblem(row),
      },
    ]),
  );
}

/** Why a recording can't be heard, or must not be; null when it can. How long it is, is known when it was measured. */
export function recordingProblem({ duration, analysis_status, rights_expires_at }: typeof material.$inferSelect) {
  if (rights_expires_at !== null && Date.parse(rights_expires_at) < Date.now()) return '录音的授权已过期，请换一个';
  if (duration !== null) return null;
  return analysis_status === 'failed' ? '录音无法读取，请换一个' : '录音还在分析，稍后就能用';
}
