import { type MixConfig, VARY_MUSIC_MAX, VARY_RULES, VARY_VOICES_MAX } from '@mixreel/contract';
import { Select } from 'antd';
import { useVoices } from '#features/voice/voices.ts';
import { useCall } from '#lib/use-call.ts';
import { Choice } from '#ui/Choice.tsx';
import { useScope } from './config-scope.ts';
import { ConfigField } from './ConfigField.tsx';
import styles from './Inspector.module.css';

type Rule = MixConfig['vary']['voice'];

const RULES = (Object.keys(VARY_RULES) as Rule[]).map((value) => ({ value, label: VARY_RULES[value] }));
const WORDINGS = [
  { value: 'fixed' as const, label: '只用第一种' },
  { value: 'free' as const, label: '都用' },
];

/** What may differ from video to video besides clips: who speaks, which music, which wording. */
export function VaryPart() {
  const { can_edit, config, set } = useScope();
  const { vary, voice, music } = config;
  const hasMusic = music.music_id !== '' || music.material_id !== '';
  return (
    <section aria-label="每条可以不同的">
      <h2>每条可以不同的</h2>
      <ConfigField group="vary" field="voice" also={['voice_ids']} label="换声音" hint={VOICE_HINTS[vary.voice]}>
        <Choice
          label="换声音"
          options={RULES}
          value={vary.voice}
          disabled={!can_edit || !voice.is_on}
          onChange={(rule) => set('vary', { voice: rule })}
        />
        {vary.voice === 'list' && <Voices />}
      </ConfigField>
      <ConfigField
        group="vary"
        field="music"
        also={['music_ids']}
        label="换音乐"
        hint={hasMusic ? MUSIC_HINTS[vary.music] : '先在「音乐」里选一首，才能换着用。'}
      >
        <Choice
          label="换音乐"
          options={RULES}
          value={vary.music}
          disabled={!can_edit || !hasMusic}
          onChange={(rule) => set('vary', { music: rule })}
        />
        {vary.music === 'list' && hasMusic && <Pieces />}
      </ConfigField>
      <ConfigField group="vary" field="wording" label="换说法" hint="一句台词写了几种说法时，每条视频用其中一种。">
        <Choice
          label="换说法"
          options={WORDINGS}
          value={vary.wording}
          disabled={!can_edit}
          onChange={(wording) => set('vary', { wording })}
        />
      </ConfigField>
    </section>
  );
}

const VOICE_HINTS: Record<Rule, string> = {
  fixed: '所有视频都用同一个音色。',
  list: '除了混剪自己的音色，再从这些里选。换音色不用重做画面。',
  free: '同一语言、同一性别的音色，最多 4 个。换音色不用重做画面。',
};

const MUSIC_HINTS: Record<Rule, string> = {
  fixed: '所有视频都用同一首。',
  list: '除了混剪自己的音乐，再从这些里选。',
  free: '同一类别的音乐，共 3 首。',
};

function Voices() {
  const { can_edit, config, set } = useScope();
  const voices = useVoices();
  const options = (voices.data ?? [])
    .filter(({ voice_id }) => voice_id !== config.voice.voice_id)
    .map(({ voice_id, voice_name, style_tags }) => ({
      value: voice_id,
      label: [voice_name, ...style_tags.slice(0, 2)].join(' · '),
    }));
  return (
    <Select
      className={styles['below'] ?? ''}
      mode="multiple"
      aria-label="可以换的音色"
      placeholder="选几个音色"
      maxCount={VARY_VOICES_MAX}
      optionFilterProp="label"
      loading={voices.isPending}
      disabled={!can_edit}
      options={options}
      value={config.vary.voice_ids}
      onChange={(voice_ids) => set('vary', { voice_ids })}
    />
  );
}

function Pieces() {
  const { can_edit, config, set } = useScope();
  const library = useCall('music.list', { page_size: 100 });
  const options = (library.data?.items ?? [])
    .filter(({ music_id }) => music_id !== config.music.music_id)
    .map(({ music_id, title, category }) => ({ value: music_id, label: `${title} · ${category}` }));
  return (
    <Select
      className={styles['below'] ?? ''}
      mode="multiple"
      aria-label="可以换的音乐"
      placeholder="选几首音乐"
      maxCount={VARY_MUSIC_MAX}
      optionFilterProp="label"
      loading={library.isPending}
      disabled={!can_edit}
      options={options}
      value={config.vary.music_ids}
      onChange={(music_ids) => set('vary', { music_ids })}
    />
  );
}
