import type { AudioLine, SpokenWord } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { knownSentences, knownSpeech, useSpokenCount } from '#features/voice/speech.ts';
import { usePlayhead } from '#features/voice/use-playhead.ts';
import { Waveform } from '#features/voice/Waveform.tsx';
import { player } from '#lib/player.ts';
import { isSayable } from './lines.ts';
import { playLineFrom, useLineSpeech } from './speaking.ts';
import { useActiveLine, useStudioState } from './studio.ts';
import styles from './LineWave.module.css';

/** Wide enough that the words of ordinary speech stand side by side. */
const PIXELS_PER_SECOND = 104;
/** A short line is stretched to fill the place, up to this. */
const PIXELS_PER_SECOND_MAX = 160;
const WIDTH_MAX = 12_000;

/** The sound of the line that plays, or else of the one that is being worked on, with its words under it. */
export function LineWave() {
  const active = useActiveLine();
  const sounding = player.use((state) => state.clip?.part_of ?? null);
  const playing = useStudioState(({ content }) => content.lines.find(({ line_id }) => line_id === sounding));
  const line = playing ?? active;
  if (!line) return null;
  return (
    <section className={styles['wave']} aria-label="波形">
      <OneLine key={line.line_id} line={line} isSounding={line.line_id === sounding} />
    </section>
  );
}

function OneLine({ line, isSounding }: { line: AudioLine; isSounding: boolean }) {
  const cache = useQueryClient();
  useSpokenCount();
  const { state } = useLineSpeech(line);
  const whole = knownSpeech(cache, line);
  const speech = whole ?? knownSentences(cache, line);
  const phase = player.use((one) => one.phase);
  const at = usePlayhead(isSounding && phase === 'playing', player.place);
  const scroller = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const place = scroller.current;
    if (!place || at === null || !speech) return;
    const x = (at / speech.duration) * place.scrollWidth;
    if (x < place.scrollLeft || x > place.scrollLeft + place.clientWidth - 40) place.scrollLeft = x - 80;
  }, [at, speech]);

  if (!speech) return <p className={styles['none']}>{emptyText(line, state)}</p>;
  const { duration, peaks, words } = speech;
  const least = Math.min(WIDTH_MAX, duration * PIXELS_PER_SECOND);
  const most = Math.max(least, duration * PIXELS_PER_SECOND_MAX);
  const playFrom = (seconds: number) => playLineFrom(cache, line, whole ? seconds : 0);
  return (
    <div ref={scroller} className={styles['scroll']}>
      <div className={styles['sound']} style={{ width: `min(100%, ${most}px)`, minWidth: least }}>
        <div className={styles['canvas']}>
          <Waveform label="这一行的波形" peaks={peaks} seconds={duration} at={at} onSeek={playFrom} />
        </div>
        <div className={styles['words']} role="group" aria-label="逐词播放">
          {words.map((word) => (
            <Word
              key={`${word.from} ${word.start}`}
              word={word}
              left={(word.start / duration) * 100}
              width={((word.end - word.start) / duration) * 100}
              isNow={at !== null && at >= word.start && at < word.end}
              onPlay={() => playFrom(word.start)}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

type WordProps = { word: SpokenWord; left: number; width: number; isNow: boolean; onPlay: () => void };

function Word({ word: { text, start }, left, width, isNow, onPlay }: WordProps) {
  return (
    <button
      type="button"
      data-now={isNow}
      aria-current={isNow}
      style={{ left: `${left}%`, minWidth: `${width}%` }}
      title={`从 ${start.toFixed(2)} 秒播放`}
      onClick={onPlay}
    >
      {text}
    </button>
  );
}

function emptyText(line: AudioLine, state: ReturnType<typeof useLineSpeech>['state']): string {
  if (!isSayable(line.text)) return '写好台词，按空格或点播放，就能听到声音、看到波形。';
  if (state === 'speaking') return '正在合成这一行…';
  if (state === 'failed') return '这一行没有合成，看看行里的提示。';
  if (state === 'preparing') return '语音模型正在准备，好了就能试听。';
  return state === 'changed' ? '台词改过了，播放一次就会更新波形。' : '播放一次，这里会显示波形和每个词的时间。';
}
