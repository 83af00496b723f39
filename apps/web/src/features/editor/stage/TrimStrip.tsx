import type { VideoClip } from '@mixreel/contract';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { Filmstrip } from './Filmstrip.tsx';
import { formatMoment, type Range, shifted, type Source, stepFrames, viewOf, withEnd, withStart } from './trim.ts';
import styles from './Trimmer.module.css';

const HEIGHT = 64;

type Props = {
  clip: VideoClip;
  source: Source;
  at_ms: number;
  zoom: number;
  canEdit: boolean;
  onSeek: (ms: number) => void;
  onTrim: (range: Range, show: 'start' | 'end') => void;
};
type Grip = 'start' | 'end' | 'middle' | 'seek';

/** The source as a strip of film, with what is used of it between two handles. */
export function TrimStrip({ clip, source, at_ms, zoom, canEdit, onSeek, onTrim }: Props) {
  const strip = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  /** What is held, and the range and moment where that began. */
  const grip = useRef<{ what: Grip; range: Range; from_ms: number } | null>(null);
  const { start_ms, end_ms } = clip;
  // While something is held the film stands still, or it would run away below the pointer.
  const [held, setHeld] = useState<{ from: number; to: number } | null>(null);
  const view = held ?? viewOf(clip, source, zoom);
  const x = (ms: number) => ((ms - view.from) / (view.to - view.from)) * 100;

  useEffect(() => {
    if (!strip.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    observer.observe(strip.current);
    return () => observer.disconnect();
  }, []);

  const msAt = (clientX: number) => {
    const { left, width: room } = strip.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    return view.from + ((clientX - left) / room) * (view.to - view.from);
  };
  const hold = (what: Grip) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    strip.current?.setPointerCapture(event.pointerId);
    grip.current = { what, range: { start_ms, end_ms }, from_ms: msAt(event.clientX) };
    setHeld(view);
    if (what === 'seek') onSeek(msAt(event.clientX));
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!grip.current) return;
    const { what, range, from_ms } = grip.current;
    const to = msAt(event.clientX);
    if (what === 'seek') onSeek(Math.min(source.length_ms, Math.max(0, to)));
    else if (what === 'start') onTrim(withStart(range, to, source), 'start');
    else if (what === 'end') onTrim(withEnd(range, to, source), 'end');
    else onTrim(shifted(range, to - from_ms, source), 'start');
  };
  const release = () => {
    grip.current = null;
    setHeld(null);
  };
  const nudge = (edge: 'start' | 'end') => (event: KeyboardEvent) => {
    const by = ({ ArrowLeft: -1, ArrowRight: 1 } as const)[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const frames = by * (event.shiftKey ? 10 : 1);
    if (edge === 'start') onTrim(withStart(clip, stepFrames(start_ms, frames, source), source), 'start');
    else onTrim(withEnd(clip, stepFrames(end_ms, frames, source), source), 'end');
  };
  const handle = (edge: 'start' | 'end') => (
    <span
      className={styles['handle']}
      data-edge={edge}
      role="slider"
      tabIndex={canEdit ? 0 : -1}
      aria-label={edge === 'start' ? '入点' : '出点'}
      aria-valuemin={0}
      aria-valuemax={source.length_ms}
      aria-valuenow={edge === 'start' ? start_ms : end_ms}
      aria-valuetext={formatMoment(edge === 'start' ? start_ms : end_ms)}
      aria-disabled={!canEdit}
      onPointerDown={canEdit ? hold(edge) : undefined}
      onKeyDown={canEdit ? nudge(edge) : undefined}
    />
  );
  return (
    <div
      ref={strip}
      className={styles['strip']}
      style={{ height: HEIGHT }}
      onPointerDown={hold('seek')}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <Filmstrip
        sprite={clip.sprite}
        cover_url={clip.cover_url}
        from={view.from}
        to={view.to}
        width={width}
        height={HEIGHT}
      />
      <span className={styles['shade']} style={{ left: 0, width: `${Math.max(0, x(start_ms))}%` }} />
      <span className={styles['shade']} style={{ left: `${Math.min(100, x(end_ms))}%`, right: 0 }} />
      <div className={styles['film']} aria-hidden="true">
        {clip.damage.map((one) => (
          <span
            key={one.start_ms}
            className={styles['damage']}
            style={{ left: `${x(one.start_ms)}%`, width: `${x(one.end_ms) - x(one.start_ms)}%` }}
          />
        ))}
      </div>
      <div className={styles['range']} style={{ left: `${x(start_ms)}%`, width: `${x(end_ms) - x(start_ms)}%` }}>
        {canEdit && <span className={styles['grip']} title="拖动：时长不变，换一段" onPointerDown={hold('middle')} />}
        {handle('start')}
        {handle('end')}
      </div>
      <span className={styles['playhead']} style={{ left: `${x(at_ms)}%` }} aria-hidden="true" />
    </div>
  );
}
