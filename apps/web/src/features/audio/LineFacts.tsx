import { SoundOutlined } from '@ant-design/icons';
import type { AudioLine } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Tooltip } from 'antd';
import { showToast } from '#lib/toast.ts';
import { fitOf, fitText, planRate } from './fit.ts';
import { changeLines } from './lines.ts';
import { type LineSpeech, speakLine } from './speaking.ts';
import { editLines, useStudio, useStudioState } from './studio.ts';
import styles from './Lines.module.css';

type Props = {
  line: AudioLine;
  number: number;
  voice_name: string;
  speech: LineSpeech;
  /** Null where nothing may be changed. */
  onVoice: (() => void) | null;
  word: string;
  onPronounce: () => void;
};

/** Under the words: whose voice, how it is set, how long it is, and whether it fits. */
export function LineFacts({ line, number, voice_name, speech, onVoice, word, onPronounce }: Props) {
  const { rate, pitch, volume, emotion, pause_ms } = line;
  const settings = [
    rate !== 1 && `${rate} 倍速`,
    pitch !== 0 && `音调 ${pitch > 0 ? '+' : '−'}${Math.abs(pitch)}`,
    volume !== 1 && `音量 ${Math.round(volume * 100)}%`,
    emotion,
    pause_ms !== 300 && `停 ${pause_ms / 1000} s`,
  ].filter(Boolean);
  return (
    <div className={styles['facts']}>
      <button
        type="button"
        className={styles['chip']}
        disabled={!onVoice}
        aria-label={`第 ${number} 行的音色：${voice_name}`}
        onClick={() => onVoice?.()}
      >
        <SoundOutlined aria-hidden="true" />
        {voice_name}
      </button>
      {settings.length > 0 && <span className={styles['settings']}>{settings.join(' · ')}</span>}
      {word && (
        <button type="button" className={styles['act']} onClick={onPronounce}>
          设置「{word}」的读音
        </button>
      )}
      <span className={styles['right']}>
        <SpeechState line={line} number={number} speech={speech} canEdit={onVoice !== null} />
        <FitMeter line={line} number={number} speech={speech} />
        <Length speech={speech} />
      </span>
    </div>
  );
}

function SpeechState({
  line,
  number,
  speech: { state, reason },
  canEdit,
}: Pick<Props, 'line' | 'number' | 'speech'> & { canEdit: boolean }) {
  const cache = useQueryClient();
  if (state === 'failed') {
    return (
      <span className={styles['bad']} role="alert">
        {reason}
        <button
          type="button"
          className={styles['act']}
          aria-label={`重试第 ${number} 行`}
          onClick={() => speakLine(cache, line)}
        >
          重试
        </button>
      </span>
    );
  }
  if (state === 'speaking') return <span className={styles['quiet']}>合成中…</span>;
  if (state === 'preparing' || state === 'silent') return <span className={styles['quiet']}>{reason}</span>;
  if (state === 'changed' && canEdit) return <span className={styles['stale']}>已改动，待重新合成</span>;
  return null;
}

function Length({ speech: { state, seconds, is_guess } }: Pick<Props, 'speech'>) {
  if (state === 'silent') return null;
  return (
    <Tooltip title={is_guess ? '按字数估计，试听后显示实际时长' : ''}>
      <span className={styles['length']} data-guess={is_guess}>
        {is_guess ? '约 ' : ''}
        {seconds.toFixed(1)} s
      </span>
    </Tooltip>
  );
}

/** How the spoken line sits in its shot, as a bar and in words; what does not fit can be fitted. */
function FitMeter({ line, number, speech: { is_guess, seconds } }: Pick<Props, 'line' | 'number' | 'speech'>) {
  const studio = useStudio();
  const cache = useQueryClient();
  const canEdit = useStudioState((one) => one.can_edit);
  const { shot_ms, rate, line_id } = line;
  if (shot_ms === null || is_guess) return null;
  const fit = fitOf(seconds, shot_ms);
  const planned = planRate({ rate, spoken_s: seconds, shot_ms });
  const adjust = () => {
    editLines(studio, (lines) => changeLines(lines, [line_id], { rate: planned.rate }));
    // Spoken anew at once: only then is it known whether it fits now.
    speakLine(cache, { ...line, rate: planned.rate });
    showToast(planned.warning ? 'warning' : 'success', planned.warning ?? `语速已调到 ${planned.rate} 倍`);
  };
  return (
    <span className={styles['fit']} data-fit={fit.state}>
      <span className={styles['gauge']} aria-hidden="true">
        <span style={{ width: `${Math.min(100, (seconds * 1000 * 100) / shot_ms)}%` }} />
      </span>
      <span>{fitText(fit)}</span>
      {canEdit && fit.state !== 'fits' && planned.rate !== rate && (
        <Tooltip title={planned.warning ?? `语速调到 ${planned.rate} 倍`}>
          <button type="button" className={styles['act']} aria-label={`把第 ${number} 行调到合适`} onClick={adjust}>
            调到合适
          </button>
        </Tooltip>
      )}
    </span>
  );
}
