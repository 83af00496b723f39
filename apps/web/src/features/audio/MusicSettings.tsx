import { CustomerServiceOutlined } from '@ant-design/icons';
import { AudioMusic } from '@mixreel/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { coverOf, LICENCE_NAMES, licenceTone } from '#features/music/music-words.ts';
import { MusicPicker } from '#features/music/MusicPicker.tsx';
import { toggleMusic } from '#features/music/MusicRow.tsx';
import { useMusic } from '#features/music/use-music.ts';
import { PlayButton } from '#features/voice/PlayButton.tsx';
import { formatDuration } from '#lib/format.ts';
import { Pill } from '#ui/Pill.tsx';
import { SliderField } from './SliderField.tsx';
import { edit, useStudio, useStudioState } from './studio.ts';
import styles from './Panel.module.css';

/** Music under the voice: which, how loud, and how far it goes down while someone speaks. */
export function MusicSettings() {
  const studio = useStudio();
  const music = useStudioState(({ content }) => content.music);
  const canEdit = useStudioState((state) => state.can_edit);
  // What the server said about the music that is saved; another one has not been looked at yet.
  const problem = useStudioState(({ piece, content }) =>
    piece.music?.music_id === content.music?.music_id ? piece.music_problem : null,
  );
  const savedTitle = useStudioState(({ piece, content }) =>
    piece.music?.music_id === content.music?.music_id ? piece.music_title : null,
  );
  const [isPicking, setIsPicking] = useState(false);
  const found = useMusic(music?.music_id ?? null);
  const set = (change: Partial<AudioMusic>) => {
    if (music) edit(studio, { music: { ...music, ...change } }, { tag: `music ${Object.keys(change).join()}` });
  };
  return (
    <section aria-labelledby="music-title">
      <h2 id="music-title">背景音乐</h2>
      {!music && <p className={styles['quiet']}>还没有配乐。音乐会在说话时自动压低。</p>}
      {music && (
        <>
          <div className={styles['music']}>
            {found && (
              <PlayButton
                name={`music ${found.music_id}`}
                label={`《${found.title}》`}
                onToggle={() => toggleMusic(found)}
              />
            )}
            <div>
              <p className={styles['title']}>
                {found === null
                  ? `${savedTitle ? `《${savedTitle}》` : '这首音乐'}不在音乐库里了，请重新选`
                  : (found?.title ?? savedTitle ?? '正在读取…')}
              </p>
              {found && (
                <p className={styles['quiet']}>
                  {[found.category, formatDuration(found.duration), coverOf(found.licence)].join(' · ')}
                </p>
              )}
            </div>
          </div>
          {found && (
            <p className={styles['notice']}>
              <Pill tone={licenceTone(found.licence)}>{LICENCE_NAMES[found.licence.licence]}</Pill>{' '}
              {found.is_ai_made && <Pill>AI 生成</Pill>} {found.notice}（来源：{found.licence.source}）
            </p>
          )}
          {problem && (
            <p className={styles['problem']} data-blocks={problem.blocks} role="alert">
              {problem.message}
            </p>
          )}
          <SliderField
            label="音量"
            unit="%"
            min={0}
            max={200}
            step={5}
            neutral={35}
            value={Math.round(music.volume * 100)}
            disabled={!canEdit}
            onChange={(value) => set({ volume: value / 100 })}
          />
          <SliderField
            label="说话时压低"
            unit="dB"
            min={0}
            max={40}
            step={1}
            neutral={12}
            value={music.duck_db}
            disabled={!canEdit}
            onChange={(value) => set({ duck_db: value })}
          />
          <SliderField
            label="淡入"
            unit="秒"
            min={0}
            max={20}
            step={0.5}
            neutral={0.5}
            value={music.fade_in_ms / 1000}
            disabled={!canEdit}
            onChange={(value) => set({ fade_in_ms: Math.round(value * 1000) })}
          />
          <SliderField
            label="淡出"
            unit="秒"
            min={0}
            max={20}
            step={0.5}
            neutral={1.5}
            value={music.fade_out_ms / 1000}
            disabled={!canEdit}
            onChange={(value) => set({ fade_out_ms: Math.round(value * 1000) })}
          />
        </>
      )}
      <div className={styles['buttons']}>
        <Button icon={<CustomerServiceOutlined aria-hidden="true" />} onClick={() => setIsPicking(true)}>
          {!canEdit ? '看音乐库' : music ? '换音乐' : '选音乐'}
        </Button>
        {music && canEdit && <Button onClick={() => edit(studio, { music: null })}>移除</Button>}
      </div>
      {isPicking && (
        <MusicPicker
          chosen={music?.music_id ?? null}
          onClose={() => setIsPicking(false)}
          onChoose={
            canEdit
              ? ({ music_id }) => {
                  edit(studio, { music: music ? { ...music, music_id } : AudioMusic.parse({ music_id }) });
                  setIsPicking(false);
                }
              : null
          }
        />
      )}
    </section>
  );
}
