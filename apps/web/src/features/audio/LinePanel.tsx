import { SoundOutlined } from '@ant-design/icons';
import type { AudioLine } from '@mixreel/contract';
import { Button, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { VoicePicker } from '#features/voice/VoicePicker.tsx';
import { useVoices } from '#features/voice/voices.ts';
import { showToast } from '#lib/toast.ts';
import { RUSHED_RATE } from './fit.ts';
import { changeLines, settingsOf } from './lines.ts';
import { SliderField } from './SliderField.tsx';
import { editLines, useActiveLine, useStudio, useStudioState } from './studio.ts';
import styles from './Panel.module.css';

const RATE_MARKS = { 0.5: '0.5', 1: '1', 1.5: '1.5', 2: '2' };
const PITCH_MARKS = { '-12': '−12', 0: '0', 12: '12' };
const VOLUME_MARKS = { 0: '0', 100: '100', 200: '200' };

/** How the selected lines are spoken. */
export function LinePanel() {
  const studio = useStudio();
  const line = useActiveLine();
  const selected = useStudioState((state) => state.selected);
  const lines = useStudioState(({ content }) => content.lines);
  const canEdit = useStudioState((state) => state.can_edit);
  const voices = useVoices();
  const [isPicking, setIsPicking] = useState(false);
  if (!line) return null;

  const chosen = lines.filter(({ line_id }) => selected.includes(line_id));
  const valueOf = <K extends keyof AudioLine>(key: K): AudioLine[K] | undefined =>
    chosen.every((one) => one[key] === line[key]) ? line[key] : undefined;
  const set = (change: Partial<AudioLine>) =>
    editLines(studio, (before) => changeLines(before, selected, change), {
      tag: `${Object.keys(change).join()} ${selected.join()}`,
    });
  const applyToAll = () => {
    const ids = lines.map(({ line_id }) => line_id);
    editLines(studio, (before) => changeLines(before, ids, settingsOf(line)));
    const action = { label: '撤销', run: () => studio.step('undo') };
    showToast('success', `已把这一行的音色和设置用到全部 ${lines.length} 行`, { action });
  };

  const voice = voices.data?.find(({ voice_id }) => voice_id === valueOf('voice_id'));
  const shot = valueOf('shot_ms');
  const pause = valueOf('pause_ms');
  const rate = valueOf('rate');
  const volume = valueOf('volume');
  const number = lines.findIndex(({ line_id }) => line_id === line.line_id) + 1;
  return (
    <div className={styles['panel']}>
      <h2>{chosen.length > 1 ? `选中的 ${chosen.length} 行` : `第 ${number} 行`}</h2>
      <button type="button" className={styles['voice']} disabled={!canEdit} onClick={() => setIsPicking(true)}>
        <SoundOutlined aria-hidden="true" />
        <span>
          <strong>{voice?.voice_name ?? (valueOf('voice_id') === undefined ? '多个音色' : '选音色')}</strong>
          <small>
            {voice
              ? [voice.gender === 'female' ? '女声' : '男声', voice.language_name, voice.engine_name].join(' · ')
              : '点这里统一换一个'}
          </small>
        </span>
        <span className={styles['swap']}>{canEdit ? '更换' : ''}</span>
      </button>
      <SliderField
        label="语速"
        unit="倍"
        min={0.5}
        max={2}
        step={0.05}
        neutral={1}
        marks={RATE_MARKS}
        value={rate}
        disabled={!canEdit}
        hint={rate !== undefined && rate > RUSHED_RATE ? '超过 1.2 倍听起来会赶' : null}
        onChange={(value) => set({ rate: value })}
      />
      <SliderField
        label="音调"
        unit="半音"
        min={-12}
        max={12}
        step={1}
        neutral={0}
        marks={PITCH_MARKS}
        value={valueOf('pitch')}
        disabled={!canEdit}
        onChange={(value) => set({ pitch: value })}
      />
      <SliderField
        label="音量"
        unit="%"
        min={0}
        max={200}
        step={5}
        neutral={100}
        marks={VOLUME_MARKS}
        value={volume === undefined ? undefined : Math.round(volume * 100)}
        disabled={!canEdit}
        onChange={(value) => set({ volume: value / 100 })}
      />
      {voice && voice.emotions.length > 0 && (
        <div className={styles['field']}>
          <span>情绪</span>
          <Select
            aria-label="情绪"
            disabled={!canEdit}
            value={line.emotion ?? ''}
            options={[{ value: '', label: '自然' }, ...voice.emotions.map((value) => ({ value, label: value }))]}
            onChange={(value) => set({ emotion: value || null })}
          />
        </div>
      )}
      <div className={styles['pair']}>
        <div className={styles['field']}>
          <span>行后停顿</span>
          <InputNumber
            aria-label="行后停顿，毫秒"
            min={0}
            max={10_000}
            step={100}
            precision={0}
            suffix="毫秒"
            disabled={!canEdit}
            placeholder="多个值"
            value={pause ?? null}
            onChange={(value) => value !== null && set({ pause_ms: value })}
          />
        </div>
        <div className={styles['field']}>
          <span>镜头时长</span>
          <InputNumber
            aria-label="镜头时长，秒"
            min={0.1}
            max={600}
            step={0.5}
            suffix="秒"
            disabled={!canEdit}
            placeholder={shot === undefined ? '多个值' : '不限'}
            value={shot === undefined || shot === null ? null : shot / 1000}
            onChange={(value) => set({ shot_ms: value === null ? null : Math.round(value * 1000) })}
          />
        </div>
      </div>
      <p className={styles['hint']}>填了镜头时长，行里会显示读得偏长还是偏短。</p>
      {canEdit && lines.length > 1 && (
        <Button block onClick={applyToAll}>
          应用到全部行
        </Button>
      )}
      {isPicking && (
        <VoicePicker
          title={chosen.length > 1 ? `给 ${chosen.length} 行选音色` : '选音色'}
          chosen={valueOf('voice_id') ?? null}
          onClose={() => setIsPicking(false)}
          onChoose={({ voice_id }) => {
            set({ voice_id, emotion: null });
            setIsPicking(false);
          }}
        />
      )}
    </div>
  );
}
