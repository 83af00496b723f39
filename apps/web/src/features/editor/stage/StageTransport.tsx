import {
  BorderOuterOutlined,
  CaretRightFilled,
  MutedOutlined,
  PauseOutlined,
  RetweetOutlined,
  SoundOutlined,
  StepBackwardOutlined,
  StepForwardOutlined,
} from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useEditorState } from '../editor-state.ts';
import { WORDS } from './candidate-words.ts';
import { useStageLook } from './stage-look.ts';
import { stageControls, useStage } from './stage-state.ts';
import { formatClock } from './stage-time.ts';
import { StageBadges, type StageState } from './StageBadges.tsx';
import styles from './Stage.module.css';

type Props = {
  /** Of the picture; null while there is none. */
  state: StageState | null;
  is_busy: boolean;
};

/** What moves the picture: keys do the same. */
export function StageTransport({ state, is_busy }: Props) {
  const can_play = state !== null;
  const isPlaying = useStage((state) => state.is_playing);
  const speed = useStage((state) => state.speed);
  const loop = useStage((state) => state.loop);
  return (
    <div className={styles['bar']}>
      <div className={styles['transport']} role="toolbar" aria-label="播放">
        <div className={styles['side']}>
          <Clock />
          {state && <StageBadges {...state} />}
          {isPlaying && speed !== 1 && (
            <span className={styles['speed']}>{speed < 0 ? `倒放 ${-speed}×` : `${speed}×`}</span>
          )}
        </div>
        <div className={styles['centre']}>
          <Tooltip title={`${WORDS.previous}（P）`}>
            <Button
              type="text"
              icon={<StepBackwardOutlined aria-hidden="true" />}
              aria-label={WORDS.previous}
              disabled={!can_play || is_busy}
              onClick={() => stageControls().step(-1)}
            />
          </Tooltip>
          <Tooltip title={`${isPlaying ? WORDS.pause : WORDS.play}（空格）`}>
            <button
              type="button"
              className={styles['play']}
              aria-label={isPlaying ? WORDS.pause : WORDS.play}
              disabled={!can_play}
              onClick={() => stageControls().toggle()}
            >
              {isPlaying ? <PauseOutlined aria-hidden="true" /> : <CaretRightFilled aria-hidden="true" />}
            </button>
          </Tooltip>
          <Tooltip title="立刻换一种组合播放（N）">
            <Button
              type="text"
              icon={<StepForwardOutlined aria-hidden="true" />}
              loading={is_busy}
              disabled={!can_play}
              onClick={() => stageControls().step(1)}
            >
              {WORDS.next}
            </Button>
          </Tooltip>
        </div>
        <div className={styles['side']} data-end="true">
          <Tooltip title={loop ? `${WORDS.loop_on}（U）` : WORDS.loop}>
            <Button
              type="text"
              icon={<RetweetOutlined aria-hidden="true" />}
              aria-label={loop ? WORDS.loop_on : WORDS.loop}
              aria-pressed={loop !== null}
              disabled={!can_play}
              onClick={() => (loop ? stageControls().clearLoop() : stageControls().loopFrom())}
            />
          </Tooltip>
          <SafeZoneButton />
          <Volume />
        </div>
      </div>
    </div>
  );
}

function Clock() {
  const ms = useEditorState((state) => state.position_ms);
  const seconds = useStage((state) => state.preview?.duration ?? null);
  return (
    <span className={styles['clock']}>
      {seconds === null ? '–' : formatClock(ms)}
      <small> / {seconds === null ? '–' : formatClock(seconds * 1000)}</small>
    </span>
  );
}

function SafeZoneButton() {
  const isOn = useStageLook((state) => state.has_safe_zone);
  return (
    <Tooltip title={WORDS.safe_zone}>
      <Button
        type="text"
        icon={<BorderOuterOutlined aria-hidden="true" />}
        aria-label={WORDS.safe_zone}
        aria-pressed={isOn}
        onClick={() => useStageLook.setState({ has_safe_zone: !isOn })}
      />
    </Tooltip>
  );
}

function Volume() {
  const { level, is_muted } = useStageLook();
  const isSilent = is_muted || level === 0;
  return (
    <span className={styles['volume']}>
      <Button
        type="text"
        icon={isSilent ? <MutedOutlined aria-hidden="true" /> : <SoundOutlined aria-hidden="true" />}
        aria-label={isSilent ? WORDS.unmute : WORDS.mute}
        onClick={() => useStageLook.setState(isSilent ? { is_muted: false, level: level || 1 } : { is_muted: true })}
      />
      <input
        type="range"
        aria-label={WORDS.volume}
        min={0}
        max={1}
        step={0.05}
        value={is_muted ? 0 : level}
        onChange={({ target }) => useStageLook.setState({ level: Number(target.value), is_muted: false })}
      />
    </span>
  );
}
