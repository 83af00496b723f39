import { type Narration, planScript, type Script, type Shooting } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { tellPlayError, toggleSaying } from '#features/voice/play-speech.ts';
import { PlayButton } from '#features/voice/PlayButton.tsx';
import { VoicePicker } from '#features/voice/VoicePicker.tsx';
import { useVoices } from '#features/voice/voices.ts';
import { addressOf } from '#lib/app-config.ts';
import { toggleSound } from '#lib/player.ts';
import { useCall } from '#lib/use-call.ts';
import { useDesk, useMixState } from '../document/use-mix.ts';
import { lineLength } from '../plan/fit.ts';
import { sayingOf } from '../plan/saying.ts';
import { useScope, useScopeShooting } from './config-scope.ts';
import { ConfigField } from './ConfigField.tsx';
import { NumberField, SwitchField } from './fields.tsx';
import { MaterialPicker } from './MaterialPicker.tsx';
import styles from './Inspector.module.css';

const SAMPLE = '你好，这是配音的效果。';

/** Who says the line and how; or a recording instead. */
export function VoicePart() {
  const scope = useScope('voice');
  const cache = useQueryClient();
  const voices = useVoices();
  const [isPicking, setIsPicking] = useState(false);
  const { config, can_edit } = scope;
  const { shooting, script } = useScopeShooting();
  const { voice } = config;
  const chosen = voices.data?.find(({ voice_id }) => voice_id === voice.voice_id);
  const text = script?.text.trim() || SAMPLE;
  const length = shooting && script ? lineLength(shooting, script.script_id, config) : null;
  const emotions = chosen?.emotions ?? [];
  if (shooting && script?.recording_material_id) return <RecordedLine shooting={shooting} script={script} />;
  return (
    <>
      <SwitchField
        group="voice"
        field="is_on"
        label="用配音"
        hint={voice.is_on ? '' : '没有配音时，镜头时长跟随片段。'}
      />
      {voice.is_on && (
        <>
          <ConfigField group="voice" field="voice_id" label="音色">
            <button type="button" className={styles['pick']} disabled={!can_edit} onClick={() => setIsPicking(true)}>
              <span>{chosen?.voice_name ?? voice.voice_id.split(':')[1] ?? ''}</span>
              <small>换音色</small>
            </button>
          </ConfigField>
          <div className={styles['item']}>
            <span>{script?.text.trim() ? '试听这句' : '试听'}</span>
            {length && length.seconds > 0 && (
              <span className={styles['quiet']}>
                {length.is_guess ? '约 ' : ''}
                {length.seconds.toFixed(1)} 秒
              </span>
            )}
            <PlayButton
              name="voice trial"
              label="这句台词"
              onToggle={() => toggleSaying(cache, 'voice trial', sayingOf(text, config))}
            />
          </div>
          {length?.problem && (
            <p className={styles['hint']} data-tone="bad" role="alert">
              {length.problem}
            </p>
          )}
          <NumberField group="voice" field="rate" label="语速" unit="倍" min={0.5} max={2} step={0.05} />
          <NumberField group="voice" field="pitch" label="音调" unit="半音" min={-12} max={12} step={1} />
          <NumberField group="voice" field="volume" label="音量" unit="%" min={0} max={200} step={5} scale={0.01} />
          {emotions.length > 0 && (
            <ConfigField group="voice" field="emotion" label="情绪">
              <Select
                aria-label="情绪"
                value={voice.emotion}
                disabled={!can_edit}
                options={[{ value: '', label: '自然' }, ...emotions.map((one) => ({ value: one, label: one }))]}
                onChange={(emotion) => scope.set('voice', { emotion })}
              />
            </ConfigField>
          )}
          <PauseField />
        </>
      )}
      {shooting && script && <Recording script_id={script.script_id} />}
      {isPicking && (
        <VoicePicker
          title={shooting ? '给这个镜头选音色' : '选音色'}
          chosen={voice.voice_id}
          onClose={() => setIsPicking(false)}
          onChoose={({ voice_id }) => {
            scope.set('voice', { voice_id, emotion: '' });
            setIsPicking(false);
          }}
        />
      )}
    </>
  );
}

/** What can be set of a line that is a recording: who would say it does not matter. */
function RecordedLine({ shooting, script }: { shooting: Shooting; script: Script }) {
  const { narrations } = shooting;
  const { script_id } = script;
  const heard = narrations.find((one) => one.script_id === script_id);
  const url = heard?.audio_url;
  return (
    <>
      <Recording script_id={script_id} />
      {heard?.problem && (
        <p className={styles['hint']} data-tone="bad" role="alert">
          {heard.problem}
        </p>
      )}
      {heard && url && (
        <div className={styles['item']}>
          <span>试听录音</span>
          <span className={styles['quiet']}>{heard.duration.toFixed(1)} 秒</span>
          <PlayButton
            name="voice trial"
            label="这段录音"
            onToggle={() => void toggleSound('voice trial', async () => addressOf(url)).catch(tellPlayError)}
          />
        </div>
      )}
      {heard && !heard.problem && <p className={styles['hint']}>{captionHint(script, heard)}</p>}
      <NumberField group="voice" field="volume" label="音量" unit="%" min={0} max={200} step={5} scale={0.01} />
      <PauseField />
    </>
  );
}

function captionHint({ text }: Script, { words }: Narration): string {
  if (words.length === 0) return '还没有听出录音里的话，字幕先按字数分配时间。';
  return text.trim() === '' ? '没有台词，字幕写录音里的话。' : '字幕的时间跟随录音里的每个字。';
}

function PauseField() {
  return (
    <NumberField group="voice" field="pause_ms" label="句后停顿" unit="秒" min={0} max={5} step={0.1} scale={1000} />
  );
}

/** A recording of one's own in place of a made voice. */
function Recording({ script_id }: { script_id: string }) {
  const desk = useDesk();
  const { can_edit } = useScope();
  const { shooting } = useScopeShooting();
  const project_id = useMixState(({ mix }) => mix.project_id);
  const [isPicking, setIsPicking] = useState(false);
  const scripts = shooting?.scripts ?? [];
  const material_id = scripts.find((one) => one.script_id === script_id)?.recording_material_id ?? null;
  const set = (recording_material_id: string | null) =>
    desk.act(planScript(desk.state, script_id, { recording_material_id }));
  return (
    <section aria-label="自己的录音">
      <h2>自己的录音</h2>
      {material_id ? (
        <MaterialName material_id={material_id} />
      ) : (
        <p className={styles['quiet']}>这句用录音代替配音。</p>
      )}
      {can_edit && (
        <div className={styles['buttons']}>
          <Button size="small" onClick={() => setIsPicking(true)}>
            {material_id ? '换一段录音' : '选一段录音'}
          </Button>
          {material_id && (
            <Button size="small" onClick={() => set(null)}>
              不用录音
            </Button>
          )}
        </div>
      )}
      {isPicking && (
        <MaterialPicker
          project_id={project_id}
          material_type="audio"
          title="选一段录音"
          onClose={() => setIsPicking(false)}
          onPick={(picked) => set(picked.material_id)}
        />
      )}
    </section>
  );
}

export function MaterialName({ material_id }: { material_id: string }) {
  const detail = useCall('material.detail', { material_id }, { stale_ms: 60_000 });
  return <p>{detail.data?.material_name ?? (detail.error ? '这个素材不在了，请重新选' : '正在读取…')}</p>;
}
