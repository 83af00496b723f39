import { Button } from 'antd';
import { useState } from 'react';
import { coverOf, LICENCE_NAMES, licenceTone } from '#features/music/music-words.ts';
import { MusicPicker } from '#features/music/MusicPicker.tsx';
import { toggleMusic } from '#features/music/MusicRow.tsx';
import { useMusic } from '#features/music/use-music.ts';
import { PlayButton } from '#features/voice/PlayButton.tsx';
import { formatDuration } from '#lib/format.ts';
import { Pill } from '#ui/Pill.tsx';
import { useMixState } from '../document/use-mix.ts';
import { useScope } from './config-scope.ts';
import { ConfigField } from './ConfigField.tsx';
import { NumberField, SwitchField } from './fields.tsx';
import { MaterialPicker } from './MaterialPicker.tsx';
import { MaterialName } from './VoicePart.tsx';
import styles from './Inspector.module.css';

/** Music under all shots: which, how loud, how far it goes down while someone speaks. */
export function MusicPart() {
  const scope = useScope('music');
  const project_id = useMixState(({ mix }) => mix.project_id);
  const [picking, setPicking] = useState<'library' | 'material' | null>(null);
  const { music } = scope.config;
  const found = useMusic(music.music_id || null);
  const hasMusic = music.music_id !== '' || music.material_id !== '';
  return (
    <>
      <ConfigField group="music" field="music_id" also={['material_id']} label="背景音乐">
        {!hasMusic && <p className={styles['quiet']}>还没有配乐。音乐会在说话时自动压低。</p>}
        {music.music_id !== '' && (
          <div className={styles['item']}>
            <span>{found === null ? '这首音乐不在音乐库里了，请重新选' : (found?.title ?? '正在读取…')}</span>
            {found && (
              <PlayButton
                name={`music ${found.music_id}`}
                label={`《${found.title}》`}
                onToggle={() => toggleMusic(found)}
              />
            )}
          </div>
        )}
        {found && (
          <p className={styles['quiet']}>
            {[found.category, formatDuration(found.duration), coverOf(found.licence)].join(' · ')}{' '}
            <Pill tone={licenceTone(found.licence)}>{LICENCE_NAMES[found.licence.licence]}</Pill>
          </p>
        )}
        {music.music_id === '' && music.material_id !== '' && <MaterialName material_id={music.material_id} />}
      </ConfigField>
      {scope.can_edit && (
        <div className={styles['buttons']}>
          <Button size="small" type={hasMusic ? 'default' : 'primary'} onClick={() => setPicking('library')}>
            从音乐库选
          </Button>
          <Button size="small" onClick={() => setPicking('material')}>
            从素材选
          </Button>
          {hasMusic && (
            <Button size="small" onClick={() => scope.set('music', { music_id: '', material_id: '' })}>
              不用音乐
            </Button>
          )}
        </div>
      )}
      {hasMusic && (
        <>
          <NumberField group="music" field="volume" label="音量" unit="%" min={0} max={200} step={5} scale={0.01} />
          <NumberField group="music" field="duck_db" label="说话时压低" unit="dB" min={0} max={40} />
          <NumberField
            group="music"
            field="fade_in_ms"
            label="淡入"
            unit="秒"
            min={0}
            max={20}
            step={0.5}
            scale={1000}
          />
          <NumberField
            group="music"
            field="fade_out_ms"
            label="淡出"
            unit="秒"
            min={0}
            max={20}
            step={0.5}
            scale={1000}
          />
          <NumberField
            group="music"
            field="start_ms"
            label="从音乐的哪里开始"
            unit="秒"
            min={0}
            max={Math.max(60, Math.floor(found?.duration ?? 0))}
            step={0.5}
            scale={1000}
          />
          <SwitchField group="music" field="is_beat_snapped" label="卡点" hint="镜头的切换挪到最近的鼓点上。" />
        </>
      )}
      {picking === 'library' && (
        <MusicPicker
          chosen={music.music_id || null}
          onClose={() => setPicking(null)}
          onChoose={
            scope.can_edit
              ? ({ music_id }) => {
                  scope.set('music', { music_id, material_id: '' });
                  setPicking(null);
                }
              : null
          }
        />
      )}
      {picking === 'material' && (
        <MaterialPicker
          project_id={project_id}
          material_type="audio"
          title="选一段音频当音乐"
          onClose={() => setPicking(null)}
          onPick={({ material_id }) => scope.set('music', { music_id: '', material_id })}
        />
      )}
    </>
  );
}
