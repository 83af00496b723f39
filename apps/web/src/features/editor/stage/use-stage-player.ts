import type { Preview } from '@mixreel/contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { addressOf } from '#lib/app-config.ts';
import { useEditorState } from '../editor-state.ts';
import { useStageLook } from './stage-look.ts';
import { type Entry, provideControls, useStage } from './stage-state.ts';
import { cutAt, fitLoop, moveLoop, shiftSpeed, stepFrame } from './stage-time.ts';
import { createSwapPlayer, type SwapPlayer } from './swap-player.ts';

const BACKWARDS_MS = 100;

type Given = {
  preview: Preview | undefined;
  fps: number;
  onStep: (by: -1 | 1) => void;
  /** The picture could not be played. */
  onFail: () => void;
};

/** Plays the combination in a box, keeps the place in the editor's state, and provides the controls. */
export function useStagePlayer({ preview, fps, onStep, onFail }: Given) {
  const box = useRef<HTMLDivElement>(null);
  const player = useRef<SwapPlayer | null>(null);
  const backwards = useRef(0);
  const [isWaiting, setIsWaiting] = useState(false);
  const url = preview && addressOf(preview.url);

  const handleTime = useEffectEvent((seconds: number) => {
    const { loop, preview: shown, is_playing, speed } = useStage.getState();
    const ms = Math.round(seconds * 1000);
    if (loop && is_playing && speed > 0 && ms >= loop.end_ms - 500 / fps) {
      player.current?.seek(loop.start_ms / 1000);
      return;
    }
    const { moveTo } = useEditorState.getState();
    moveTo(ms, shown ? (cutAt(shown.cuts, ms)?.slot_id ?? null) : null);
  });
  const handleShown = useEffectEvent((shownUrl: string) => {
    if (!preview || shownUrl !== url) return;
    useStage.setState(({ loop }) => ({ preview, loop: fitLoop(loop, preview.duration * 1000) }));
  });
  const handleEnd = useEffectEvent(() => {
    const { loop } = useStage.getState();
    if (loop) player.current?.seek(loop.start_ms / 1000);
    return loop !== null;
  });
  const handleFail = useEffectEvent((failed: string) => {
    if (failed === url) onFail();
  });

  useEffect(() => {
    if (!box.current) return;
    const made = createSwapPlayer(box.current, {
      onTime: (seconds) => handleTime(seconds),
      onPlaying: (is_playing) => useStage.setState({ is_playing }),
      onShown: (shownUrl) => handleShown(shownUrl),
      onWaiting: setIsWaiting,
      onEnd: () => handleEnd(),
      onFail: (failed) => handleFail(failed),
    });
    player.current = made;
    const sound = ({ level, is_muted } = useStageLook.getState()) => made.setVolume(level, is_muted);
    sound();
    const silence = useStageLook.subscribe((state) => sound(state));
    return () => {
      silence();
      clearInterval(backwards.current);
      made.close();
      player.current = null;
      useStage.setState({ is_playing: false, speed: 1, preview: null });
    };
  }, []);

  const showNow = useEffectEvent(() => {
    if (!preview || !url) return;
    const { entry, preview: shown } = useStage.getState();
    useStage.setState({ entry: null, ...(shown?.url === preview.url && { preview }) });
    // Nothing is there yet: it begins where the editor was left.
    const first =
      shown === null && entry === null ? { at_ms: useEditorState.getState().position_ms, plays: null } : null;
    const { at, plays } = entryOf(entry ?? first, preview);
    void player.current?.show(url, { at, plays });
  });
  useEffect(() => showNow(), [preview]);

  const stopBackwards = () => {
    clearInterval(backwards.current);
    if (useStage.getState().speed < 0) useStage.setState({ speed: 1, is_playing: false });
  };
  const playBackwards = (speed: number) => {
    clearInterval(backwards.current);
    player.current?.pause();
    useStage.setState({ speed, is_playing: true });
    backwards.current = window.setInterval(() => {
      const to = (player.current?.time() ?? 0) + (speed * BACKWARDS_MS) / 1000;
      player.current?.seek(to);
      if (to <= 0) stopBackwards();
    }, BACKWARDS_MS);
  };
  const playAt = (speed: number) => {
    stopBackwards();
    player.current?.setRate(speed);
    useStage.setState({ speed });
    player.current?.play();
  };
  const now = () => (player.current?.time() ?? 0) * 1000;
  const length = () => (useStage.getState().preview?.duration ?? 0) * 1000;
  const seek = (ms: number) => {
    stopBackwards();
    player.current?.seek(ms / 1000);
  };

  useEffect(() =>
    provideControls({
      toggle: () => {
        const { is_playing, speed } = useStage.getState();
        if (speed < 0) stopBackwards();
        else if (is_playing) player.current?.pause();
        else playAt(1);
      },
      pause: () => {
        stopBackwards();
        player.current?.pause();
      },
      seek,
      shift: (by) => {
        const { speed, is_playing } = useStage.getState();
        const next = shiftSpeed(speed, by, is_playing);
        if (next < 0) playBackwards(next);
        else playAt(next);
      },
      stepFrames: (by) => {
        stopBackwards();
        player.current?.pause();
        seek(stepFrame(now(), by, fps, length()));
      },
      loopFrom: () => useStage.setState(({ loop }) => ({ loop: moveLoop(loop, 'start', now(), length()) })),
      loopTo: () => useStage.setState(({ loop }) => ({ loop: moveLoop(loop, 'end', now(), length()) })),
      clearLoop: () => useStage.setState({ loop: null }),
      step: onStep,
      preload: (next) => player.current?.preload(addressOf(next)),
    }),
  );
  return { box, is_waiting: isWaiting };
}

function entryOf(entry: Entry | null, { cuts }: Preview): { at: number | null; plays: boolean | null } {
  if (!entry) return { at: null, plays: null };
  if ('at_ms' in entry) return { at: entry.at_ms / 1000, plays: entry.plays };
  const cut = cuts.find(({ slot_id }) => slot_id === entry.slot_id);
  return { at: cut ? cut.start_ms / 1000 : null, plays: entry.plays };
}
