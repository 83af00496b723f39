import { DownloadOutlined, FolderAddOutlined } from '@ant-design/icons';
import type { AUDIO_FORMATS } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Dropdown, Tooltip } from 'antd';
import { useState } from 'react';
import { tellPlayError } from '#features/voice/play-speech.ts';
import { PlayButton } from '#features/voice/PlayButton.tsx';
import { usePlayhead } from '#features/voice/use-playhead.ts';
import { Waveform } from '#features/voice/Waveform.tsx';
import { addressOf } from '#lib/app-config.ts';
import { call } from '#lib/call.ts';
import { formatDuration } from '#lib/format.ts';
import { player, toggleSound } from '#lib/player.ts';
import { readAgain } from '#lib/read-again.ts';
import { showToast } from '#lib/toast.ts';
import { inputBox } from '#ui/message-box.ts';
import { Pill } from '#ui/Pill.tsx';
import { isAhead, useStudio, useStudioState } from './studio.ts';
import styles from './Transport.module.css';

type Format = (typeof AUDIO_FORMATS)[number];

const FORMATS: { key: Format; label: string }[] = [
  { key: 'mp3', label: 'MP3　通用，体积小' },
  { key: 'm4a', label: 'M4A　剪辑软件、苹果设备' },
  { key: 'wav', label: 'WAV　无损，给后期' },
  { key: 'srt', label: 'SRT　字幕文件' },
];
const NAME = 'finished';

/** The piece as it was last made: heard, exported, kept as a material. Nothing before there is one. */
export function FinishedPiece() {
  const studio = useStudio();
  const cache = useQueryClient();
  const piece = useStudioState((state) => state.piece);
  const isOld = useStudioState((state) => state.piece.is_stale || isAhead(state));
  const canEdit = useStudioState((state) => state.can_edit);
  const [exporting, setExporting] = useState<Format | null>(null);
  const phase = player.use((state) => (state.name === NAME ? state.phase : 'idle'));
  const at = usePlayhead(phase === 'playing', player.time);
  const { ai_audio_id, audio_url, duration, peaks, audio_name, material_id, music_problem } = piece;
  if (!audio_url || duration === null) return null;

  const play = (from: number) => {
    player.stop();
    toggleSound(NAME, () => addressOf(audio_url), from).catch(tellPlayError);
  };
  const exportAs = async (format: Format) => {
    setExporting(format);
    try {
      const { url, file_name } = await call('audio.export', { ai_audio_id, format });
      const link = document.createElement('a');
      link.href = addressOf(url);
      link.download = file_name;
      link.click();
    } finally {
      setExporting(null);
    }
  };
  const save = async () => {
    const material_name = await inputBox({
      title: '存为素材',
      text: '存进当前项目的音频素材，混剪时可以直接用。',
      label: '素材名称',
      initial: audio_name,
      max_length: 100,
      check: (value) => (value ? null : '名称不能为空'),
      ok_label: '保存',
    });
    if (!material_name) return;
    const saved = await call('audio.save', { ai_audio_id, material_name });
    studio.setState(({ piece: before }) => ({ piece: { ...before, material_id: saved.material_id } }));
    await readAgain(cache, 'material.list');
    showToast('success', `已存为素材「${saved.material_name}」`);
  };
  return (
    <section className={styles['finished']} aria-label="成品">
      <PlayButton name={NAME} label="成品" onToggle={() => (phase === 'idle' ? play(0) : player.stop())} />
      <div className={styles['about']}>
        <span className={styles['label']}>成品</span>
        <span className={styles['time']}>
          {at === null ? '' : `${formatDuration(Math.floor(at))} / `}
          {formatDuration(duration)}
        </span>
      </div>
      <div className={styles['wave']}>
        <Waveform label="成品的波形" peaks={peaks} seconds={duration} at={at} onSeek={play} />
      </div>
      {music_problem && (
        <Tooltip title={music_problem.message}>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what it says in full shows on focus */}
          <span tabIndex={0}>
            <Pill tone={music_problem.blocks ? 'bad' : 'warning'}>
              {music_problem.blocks ? '音乐授权不够，不能导出' : '请核对音乐授权'}
            </Pill>
          </span>
        </Tooltip>
      )}
      {isOld && <Pill tone="warning">台词已改动，成品是旧的</Pill>}
      {!isOld && material_id && <Pill tone="good">已存为素材</Pill>}
      <Dropdown
        trigger={['click']}
        placement="topRight"
        menu={{
          items: FORMATS.map(({ key, label }) => ({
            key,
            label,
            onClick: () => void exportAs(key).catch(() => {}),
          })),
        }}
      >
        <Button icon={<DownloadOutlined aria-hidden="true" />} loading={exporting !== null}>
          导出
        </Button>
      </Dropdown>
      {canEdit && (
        <Button icon={<FolderAddOutlined aria-hidden="true" />} onClick={() => void save().catch(() => {})}>
          存为素材
        </Button>
      )}
    </section>
  );
}
