import { CheckOutlined } from '@ant-design/icons';
import type { Voice } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Drawer, Select } from 'antd';
import { useState } from 'react';
import { Choice } from '#ui/Choice.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { SearchInput } from '#ui/SearchInput.tsx';
import { toggleSaying } from './play-speech.ts';
import { PlayButton } from './PlayButton.tsx';
import { filterVoices, RECOMMENDED, useVoices, type VoiceFilter } from './voices.ts';
import styles from './VoicePicker.module.css';

const GENDERS = [
  { value: '' as const, label: '全部' },
  { value: 'female' as const, label: '女声' },
  { value: 'male' as const, label: '男声' },
];
const EVERY: VoiceFilter = { keyword: '', language: '', gender: '', style_tag: '' };

type Props = { title: string; chosen: string | null; onChoose: (voice: Voice) => void; onClose: () => void };

/** Who speaks: found by name, language, gender or style, heard on click. */
export function VoicePicker({ title, chosen, onChoose, onClose }: Props) {
  const voices = useVoices();
  const [filter, setFilter] = useState<VoiceFilter>({ ...EVERY, language: 'zh' });
  const set = (changed: Partial<VoiceFilter>) => setFilter({ ...filter, ...changed });
  const all = voices.data ?? [];
  const languages = new Map(all.map(({ language, language_name }) => [language, language_name]));
  const tags = [
    ...new Set(filterVoices(all, { ...filter, keyword: '', style_tag: '' }).flatMap((one) => one.style_tags)),
  ];

  return (
    <Drawer title={title} open onClose={onClose} size={440} styles={{ body: { padding: 0 } }}>
      <div className={styles['filters']}>
        <SearchInput
          label="搜索音色"
          placeholder="名字或风格，如 带货、沉稳"
          value={filter.keyword}
          onChange={(keyword) => set({ keyword })}
        />
        <div className={styles['row']}>
          <Choice label="性别" options={GENDERS} value={filter.gender} onChange={(gender) => set({ gender })} />
          <Select
            aria-label="语言"
            value={filter.language}
            onChange={(language) => set({ language, style_tag: '' })}
            options={[{ value: '', label: '全部语言' }, ...[...languages].map(([value, label]) => ({ value, label }))]}
          />
          <Select
            aria-label="风格"
            value={filter.style_tag}
            onChange={(style_tag) => set({ style_tag })}
            options={[{ value: '', label: '全部风格' }, ...tags.map((tag) => ({ value: tag, label: tag }))]}
          />
        </div>
      </div>
      <ListStates
        query={voices}
        isEmpty={(items) => filterVoices(items, filter).length === 0}
        empty={
          <EmptyState title="没有这样的音色" text="换个词，或者放宽条件。">
            <button type="button" className={styles['clear']} onClick={() => setFilter(EVERY)}>
              看全部音色
            </button>
          </EmptyState>
        }
      >
        {(items) => (
          <ul className={styles['list']} aria-label="音色">
            {filterVoices(items, filter).map((voice) => (
              <VoiceRow
                key={voice.voice_id}
                voice={voice}
                isChosen={voice.voice_id === chosen}
                onChoose={() => onChoose(voice)}
              />
            ))}
          </ul>
        )}
      </ListStates>
    </Drawer>
  );
}

function VoiceRow({ voice, isChosen, onChoose }: { voice: Voice; isChosen: boolean; onChoose: () => void }) {
  const cache = useQueryClient();
  const { voice_id, voice_name, gender, language_name, engine_name, style_tags, sample_text } = voice;
  const sample = { text: sample_text, voice_id, rate: 1, pitch: 0, volume: 1, emotion: null };
  return (
    <li className={styles['voice']} data-chosen={isChosen}>
      <PlayButton
        name={`voice ${voice_id}`}
        label={`${voice_name}的示例`}
        onToggle={() => toggleSaying(cache, `voice ${voice_id}`, sample)}
      />
      <button type="button" className={styles['choose']} aria-pressed={isChosen} onClick={onChoose}>
        <span className={styles['name']}>
          {voice_name}
          {style_tags.includes(RECOMMENDED) && <span className={styles['first']}>推荐</span>}
        </span>
        <small>{[gender === 'female' ? '女声' : '男声', language_name, engine_name].join(' · ')}</small>
        <small className={styles['tags']}>{style_tags.filter((tag) => tag !== RECOMMENDED).join(' ')}</small>
        {isChosen && <CheckOutlined className={styles['tick'] ?? ''} aria-label="正在用" />}
      </button>
    </li>
  );
}
