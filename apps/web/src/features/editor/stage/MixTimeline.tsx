import type { Preview } from '@mixreel/contract';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useEditorState } from '../editor-state.ts';
import { WORDS } from './candidate-words.ts';
import { stageControls, useStage } from './stage-state.ts';
import { formatClock } from './stage-time.ts';
import { TimelineCut } from './TimelineCut.tsx';
import { TimelineWave } from './TimelineWave.tsx';
import styles from './Timeline.module.css';

const SECOND_MS = 1000;

/** The combination on the stage along its time: what is seen, what is said, what is heard. */
export function MixTimeline({ mproject_id }: { mproject_id: string }) {
  const preview = useStage((state) => (state.mproject_id === mproject_id ? state.preview : null));
  return (
    <section className={styles['timeline']} aria-label={WORDS.timeline}>
      {preview ? <Track preview={preview} /> : <p className={styles['empty']}>{WORDS.timeline_empty}</p>}
    </section>
  );
}

function Track({ preview }: { preview: Preview }) {
  const track = useRef<HTMLDivElement>(null);
  const shooting_id = useEditorState((state) => state.shooting_id);
  const slot_id = useEditorState((state) => state.slot_id);
  const loop = useStage((state) => state.loop);
  const length_ms = Math.max(1, preview.duration * SECOND_MS);
  const share = (ms: number) => `${(Math.min(ms, length_ms) / length_ms) * 100}%`;

  const timeAt = (clientX: number) => {
    const { left = 0, width = 1 } = track.current?.getBoundingClientRect() ?? {};
    return Math.min(1, Math.max(0, (clientX - left) / width)) * length_ms;
  };
  const scrub = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      stageControls().seek(timeAt(event.clientX));
    },
    onPointerMove: (event: PointerEvent) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) stageControls().seek(timeAt(event.clientX));
    },
  };
  return (
    <div ref={track} className={styles['track']}>
      <Ruler length_ms={length_ms} share={share} scrub={scrub} />
      <div className={styles['cuts']} role="list" aria-label="各段画面">
        {preview.cuts.map((cut, n) => (
          <TimelineCut
            key={`${cut.slot_id} ${n}`}
            cut={cut}
            left={share(cut.start_ms)}
            width={share(cut.end_ms - cut.start_ms)}
            is_playing={cut.slot_id === slot_id}
            is_selected={cut.slot_id === shooting_id}
            onPick={(clientX) => {
              // A press of Enter has no place of its own.
              stageControls().seek(clientX === null ? cut.start_ms + 1 : timeAt(clientX));
              if (cut.slot_id !== 'header' && cut.slot_id !== 'footer') {
                useEditorState.getState().select(cut.slot_id);
              }
            }}
          />
        ))}
      </div>
      <div className={styles['wave']} role="presentation" {...scrub}>
        <TimelineWave peaks={preview.peaks} beats_ms={preview.beats_ms} length_ms={length_ms} />
      </div>
      {loop && (
        <span
          className={styles['loop']}
          style={{ left: share(loop.start_ms), width: share(loop.end_ms - loop.start_ms) }}
          aria-hidden="true"
        />
      )}
      <Playhead length_ms={length_ms} />
    </div>
  );
}

type Scrub = { onPointerDown: (event: PointerEvent) => void; onPointerMove: (event: PointerEvent) => void };

/** The scale of seconds, by which the keyboard moves too. */
function Ruler({ length_ms, share, scrub }: { length_ms: number; share: (ms: number) => string; scrub: Scrub }) {
  const ms = useEditorState((state) => Math.floor(state.position_ms / 100) * 100);
  const step = [1, 2, 5, 10, 15, 30, 60].find((one) => length_ms / SECOND_MS / one <= 16) ?? 120;
  const ticks = Array.from({ length: Math.ceil(length_ms / SECOND_MS / step) }, (_, n) => n * step);
  const handleKey = (event: KeyboardEvent) => {
    const controls = stageControls();
    const { position_ms } = useEditorState.getState();
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by && event.shiftKey) controls.seek(position_ms + by * SECOND_MS);
    else if (by) controls.stepFrames(by);
    else if (event.key === 'Home') controls.seek(0);
    else if (event.key === 'End') controls.seek(length_ms);
    else return;
    event.preventDefault();
  };
  return (
    <div
      className={styles['ruler']}
      role="slider"
      tabIndex={0}
      aria-label="播放位置"
      aria-valuemin={0}
      aria-valuemax={Number((length_ms / SECOND_MS).toFixed(1))}
      aria-valuenow={ms / SECOND_MS}
      aria-valuetext={`${formatClock(ms)}，共 ${formatClock(length_ms)}`}
      onKeyDown={handleKey}
      {...scrub}
    >
      {ticks.map((second) => (
        <span key={second} style={{ left: share(second * SECOND_MS) }} aria-hidden="true">
          {second}s
        </span>
      ))}
    </div>
  );
}

/** By itself, so that nothing else is drawn with every frame. */
function Playhead({ length_ms }: { length_ms: number }) {
  const ms = useEditorState((state) => state.position_ms);
  return (
    <span
      className={styles['playhead']}
      style={{ left: `${(Math.min(ms, length_ms) / length_ms) * 100}%` }}
      aria-hidden="true"
    />
  );
}
