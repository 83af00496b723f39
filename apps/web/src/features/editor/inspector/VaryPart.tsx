import {
  type VideoClip,
  VARY_MUSIC_MAX,
  VARY_PACES_MAX,
  VARY_STARTS_MAX,
  VARY_STYLES_MAX,
  VARY_TITLES_MAX,
  VARY_VOICES_MAX,
} from '@mixreel/contract';
import { useShallow } from 'zustand/shallow';
import { slotName } from '#features/mix/slot-name.ts';
import { useVoices } from '#features/voice/voices.ts';
import { useCall } from '#lib/use-call.ts';
import { useMixState } from '../document/use-mix.ts';
import { useScope } from './config-scope.ts';
import { VaryField } from './VaryField.tsx';

const PACES = [0.85, 0.9, 0.95, 1.05, 1.1, 1.15, 1.2].map((value) => ({ value, label: `${value} 倍` }));
const STARTS = [15, 30, 45, 60, 90, 120].map((seconds) => ({ value: seconds * 1000, label: `从 ${seconds} 秒起` }));
const CLIPS_MAX = 200;

/** What may differ from video to video besides clips: what one hears, what is said and written, what is shown when. */
export function VaryPart() {
  return (
    <section aria-label="每条可以不同的">
      <h2>每条可以不同的</h2>
      <Heard />
      <Worded />
      <Shown />
    </section>
  );
}

function Heard() {
  const { config } = useScope('voice', 'music');
  const { voice, music } = config;
  const voices = useVoices();
  const library = useCall('music.list', { page_size: 100 });
  const hasMusic = music.music_id !== '' || music.material_id !== '';
  const isSilent = !voice.is_on && '配音关着，打开后才能换。';
  return (
    <>
      <VaryField
        rule="voice"
        list="voice_ids"
        label="换声音"
        off={isSilent}
        most={VARY_VOICES_MAX}
        hints={{
          fixed: '所有视频都用同一个音色。',
          list: '除了混剪自己的音色，再从这些里选。换音色不用重做画面。',
          free: '同一语言、同一性别的音色，最多 4 个。换音色不用重做画面。',
        }}
        options={voices.data
          ?.filter(({ voice_id }) => voice_id !== voice.voice_id)
          .map(({ voice_id, voice_name, style_tags }) => ({
            value: voice_id,
            label: [voice_name, ...style_tags.slice(0, 2)].join(' · '),
          }))}
      />
      <VaryField
        rule="pace"
        list="paces"
        label="换语速"
        off={isSilent}
        most={VARY_PACES_MAX}
        hints={{
          fixed: '所有视频都用同一个语速。',
          list: '再快一点或慢一点。听感不同，重复度几乎不变；不用重录配音，但每多一种，画面要多做一份。',
          free: '慢一点、快一点各一种。听感不同，重复度几乎不变；不用重录配音，但每多一种，画面要多做一份。',
        }}
        options={PACES}
      />
      <VaryField
        rule="music"
        list="music_ids"
        label="换音乐"
        off={!hasMusic && NO_MUSIC}
        most={VARY_MUSIC_MAX}
        hints={{
          fixed: '所有视频都用同一首。',
          list: '除了混剪自己的音乐，再从这些里选。',
          free: '同一类别的音乐，共 3 首。',
        }}
        options={library.data?.items
          .filter(({ music_id }) => music_id !== music.music_id)
          .map(({ music_id, title, category }) => ({ value: music_id, label: `${title} · ${category}` }))}
      />
      <VaryField
        rule="music_start"
        list="music_starts_ms"
        label="换音乐的起点"
        off={!hasMusic && NO_MUSIC}
        most={VARY_STARTS_MAX}
        hints={{
          fixed: '每首都从同一处放起。',
          list: '也可以从这些地方放起，太靠近结尾的不用。',
          free: '每首从三处放起：开头、三分之一、三分之二。',
        }}
        options={STARTS}
      />
    </>
  );
}

const NO_MUSIC = '先在「音乐」里选一首，才能换着用。';

function Worded() {
  const { config } = useScope('title', 'caption');
  const { title, caption } = config;
  const places = usePlaces();
  const fonts = useCall('caption.fonts', {}, { stale_ms: 300_000 });
  return (
    <>
      <VaryField
        rule="wording"
        list="wording_ids"
        label="换说法"
        most={CLIPS_MAX}
        hints={{
          fixed: '每句台词只用第一种说法。',
          list: '这些镜头的台词换着说，其他的只用第一种。',
          free: '一句台词写了几种说法时，每条视频用其中一种。',
        }}
        options={places}
      />
      <VaryField
        rule="title"
        list="titles"
        label="换标题"
        is_written
        off={title.text.trim() === '' && '先在「标题」里写一个，才能换着用。'}
        most={VARY_TITLES_MAX}
        hints={{
          fixed: '所有视频都用同一个标题。',
          list: '除了混剪自己的标题，再从这些里选。',
          free: '内置的写法再写两个意思不变的标题，商品名和数字不变；想不出时只用原来的。',
        }}
        options={[]}
      />
      <VaryField
        rule="style"
        list="style_keys"
        label="换字幕样式"
        off={caption.source === 'none' && '没有字幕，不用换样式。'}
        most={VARY_STYLES_MAX}
        hints={{
          fixed: '所有视频的字幕一个样。',
          list: '观感不同，不影响重复度。每多一种，画面要多做一份。',
          free: '再用两种基础样式。观感不同，不影响重复度；每多一种，画面要多做一份。',
        }}
        options={fonts.data?.presets.map(({ preset_key, preset_name }) => ({ value: preset_key, label: preset_name }))}
      />
    </>
  );
}

function Shown() {
  const openings = useMixState(({ mix }) => mix.shootings[0]?.clips) ?? [];
  const header = useMixState(({ mix }) => mix.header);
  const footer = useMixState(({ mix }) => mix.footer);
  const places = usePlaces();
  const count = places.length;
  return (
    <>
      <VaryField
        rule="opening"
        list="opening_ids"
        label="换开头"
        off={openings.length < 2 && '第一个镜头只有一个片段，多放几个才能换着用。'}
        most={CLIPS_MAX}
        hints={{
          fixed: '每条都用第一个镜头的第一个片段开头。',
          list: '只用第一个镜头里的这些片段开头。',
          free: '第一个镜头的片段都会用上。',
        }}
        options={clipOptions(openings)}
      />
      {(['header', 'footer'] as const).map((pool) => {
        const name = pool === 'header' ? '片头' : '片尾';
        const clips = pool === 'header' ? header : footer;
        return (
          <VaryField
            key={pool}
            rule={pool}
            list={`${pool}_ids`}
            label={`换${name}`}
            off={clips.length < 2 && `${name}不到两个，多放几个才能换着用。`}
            most={CLIPS_MAX}
            hints={{ fixed: `每条都用第一个${name}。`, list: `只用这些${name}。`, free: `${name}都会用上。` }}
            options={clipOptions(clips)}
          />
        );
      })}
      <VaryField
        rule="order"
        list="order_ids"
        label="换顺序"
        off={count < 3 && '至少三个镜头才能换顺序。'}
        most={CLIPS_MAX}
        hints={{
          fixed: '每条都按现在的镜头顺序。',
          list: '这些镜头可以互相换位置，其他的不动。',
          free: '中间挨着、台词不互相承接的镜头可以对调，开头结尾不动。',
        }}
        options={places}
      />
      <VaryField
        rule="length"
        list="length_ids"
        label="换时长"
        off={count < 3 && '至少三个镜头才能有长有短。'}
        most={CLIPS_MAX}
        hints={{
          fixed: '每条都用全部镜头。',
          list: '这些镜头有的视频可以不用，时长有长有短。',
          free: '中间不承接上下文的镜头，有的视频可以少用一个。',
        }}
        options={places}
      />
    </>
  );
}

/** The shootings, by their names. */
function usePlaces() {
  const names = useMixState(
    useShallow(({ mix }) => mix.shootings.flatMap(({ shooting_id }) => [shooting_id, slotName(mix, shooting_id)])),
  );
  return Array.from({ length: names.length / 2 }, (_, n) => ({
    value: names[2 * n] ?? '',
    label: names[2 * n + 1] ?? '',
  }));
}

function clipOptions(clips: VideoClip[]) {
  return clips.map(({ video_clip_id, material_name }, n) => ({
    value: video_clip_id,
    label: `${n + 1}. ${material_name}`,
  }));
}
