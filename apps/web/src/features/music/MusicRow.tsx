import type { Music } from '@mixreel/contract';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { tellPlayError } from '#features/voice/play-speech.ts';
import { PlayButton } from '#features/voice/PlayButton.tsx';
import { addressOf } from '#lib/app-config.ts';
import { formatDuration } from '#lib/format.ts';
import { toggleSound } from '#lib/player.ts';
import { Pill } from '#ui/Pill.tsx';
import { coverOf, energyName, LICENCE_NAMES, licenceTone } from './music-words.ts';
import styles from './Music.module.css';

type Props = { music: Music; isChosen: boolean; onChoose: (() => void) | null; actions?: ReactNode };

export function MusicRow({ music, isChosen, onChoose, actions }: Props) {
  const { music_id, title, original_title, category, moods, duration, tempo, energy, licence, is_ai_made, notice } =
    music;
  return (
    <li className={styles['music']} data-chosen={isChosen}>
      <PlayButton name={`music ${music_id}`} label={`《${title}》`} onToggle={() => toggleMusic(music)} />
      <div className={styles['what']}>
        <span className={styles['title']} title={original_title ? `${title}（${original_title}）` : title}>
          {title}
        </span>
        <span className={styles['facts']}>
          {[
            original_title,
            category,
            moods.join(' '),
            formatDuration(duration),
            tempo === null ? null : `${Math.round(tempo)} BPM`,
            energy === null ? null : energyName(energy),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      <span
        className={styles['pills']}
        title={`${licence.licence_text}，${coverOf(licence)}。来源：${licence.source}。${notice}`}
      >
        <Pill tone={licenceTone(licence)}>{LICENCE_NAMES[licence.licence]}</Pill>
        {is_ai_made && <Pill>AI 生成</Pill>}
      </span>
      {onChoose && (
        <Button
          size="small"
          type={isChosen ? 'text' : 'default'}
          disabled={isChosen}
          aria-label={isChosen ? `正在用《${title}》` : `使用《${title}》`}
          onClick={onChoose}
        >
          {isChosen ? '使用中' : '使用'}
        </Button>
      )}
      {actions}
    </li>
  );
}

export function toggleMusic({ music_id, audio_url }: Pick<Music, 'music_id' | 'audio_url'>): void {
  toggleSound(`music ${music_id}`, () => addressOf(audio_url)).catch(tellPlayError);
}
