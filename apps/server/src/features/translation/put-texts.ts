import {
  applyChange,
  type MixOverrides,
  type MixRecord,
  mixRecordOf,
  type ScriptRecord,
  type ShootingRecord,
  type StoryRow,
  TITLE_MAX,
  type Voice,
} from '@mixreel/contract';
import type { Fields, State } from '@mixreel/document';
import { titlesOf } from './passages.ts';

/** What becomes of a document in another language. */
export type Put = {
  /** By the keys of passages; what is not here stays as it is. */
  texts: ReadonlyMap<string, string>;
  is_bilingual: boolean;
  /** Who speaks that language, in place of `wanted`; null: nobody here does. */
  voiceFor(wanted: string | null): Voice | null;
};

const CAPTION_MAX = 200;

/** A board in another language: same rows, lengths and references. */
export function putStory(state: State, { texts, is_bilingual, voiceFor }: Put): State {
  const rows = Object.entries(state['row'] ?? {}).map(([row_id, record]) => {
    const row = record as Fields & StoryRow;
    const fields = Object.keys(row).filter((field) => texts.has(`${row_id} ${field}`));
    const put = { ...row, ...Object.fromEntries(fields.map((field) => [field, texts.get(`${row_id} ${field}`)])) };
    return [row_id, is_bilingual ? { ...put, caption: both(put, row) } : put] as const;
  });
  const board = state['board']?.['board'] ?? {};
  const voice = voiceFor((board['voice_id'] as string | null) ?? null);
  return {
    ...state,
    board: { board: { ...board, voice_id: voice?.voice_id ?? null } },
    row: Object.fromEntries(rows),
  };
}

/** What is shown of a row in both languages, the new one above. */
function both(now: StoryRow, before: StoryRow): string {
  const [above, below] = [now.caption || now.line, before.caption || before.line].map((text) => text.trim());
  const shown = above && below && above !== below ? `${above}\n${below}` : now.caption;
  return shown.length > CAPTION_MAX ? now.caption : shown;
}

/** A mix in another language. What was recorded is spoken by a voice, for the recording says it in the old one. */
export function putMix(state: State, { texts, is_bilingual, voiceFor }: Put): State {
  const scripts = Object.entries(state['script'] ?? {}).map(([script_id, record]) => {
    const script = record as Fields & ScriptRecord;
    const text = texts.get(`${script_id} text`);
    const captions = script.captions?.map((one, n) => ({
      ...one,
      text: texts.get(`${script_id} caption ${n}`) ?? one.text,
    }));
    const said = text === undefined ? {} : { text, recording_material_id: null };
    const second = is_bilingual && text !== undefined ? { second_text: script.text } : {};
    return [script_id, { ...script, ...said, ...second, captions: captions ?? null }] as const;
  });
  const shootings = Object.entries(state['shooting'] ?? {}).map(([shooting_id, one]) => {
    const { config } = one as unknown as ShootingRecord;
    const own = config.voice?.voice_id && voiceFor(config.voice.voice_id);
    return [shooting_id, own ? { ...one, config: applyChange(config, { voice: { voice_id: own.voice_id } }) } : one];
  });
  const record = mixRecordOf(state);
  return {
    ...state,
    shooting: Object.fromEntries(shootings) as Record<string, Fields>,
    mix: { mix: { ...record, config: configOf(record, { texts, is_bilingual, voiceFor }) } },
    script: Object.fromEntries(scripts),
  };
}

function configOf({ config, template_config }: MixRecord, { texts, voiceFor }: Put): MixOverrides {
  const wanted = config.voice?.voice_id ?? template_config?.voice?.voice_id ?? null;
  const voice = voiceFor(wanted);
  const { voice_ids = [] } = config.vary ?? {};
  const others = voice_ids.filter((id) => voiceFor(id)?.voice_id === id);
  const titles = new Map(titlesOf(config).map(([key, text]) => [key, texts.get(key) ?? text]));
  const shown = (config.vary?.titles ?? []).map((text, n) =>
    (titles.get(`title ${n + 1}`) ?? text).slice(0, TITLE_MAX),
  );
  const isListed = config.vary?.voice === 'list';
  return applyChange(config, {
    voice: voice ? { voice_id: voice.voice_id } : { is_on: false },
    ...(titles.has('title') && { title: { text: titles.get('title')!.slice(0, TITLE_MAX) } }),
    ...(config.vary && {
      vary: {
        ...(config.vary.titles && { titles: shown }),
        ...(isListed && { voice_ids: others, voice: others.length > 0 ? ('list' as const) : ('fixed' as const) }),
      },
    }),
  });
}
