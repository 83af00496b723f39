import { BorderInnerOutlined, FontSizeOutlined, PictureOutlined, SwapOutlined } from '@ant-design/icons';
import { type ReactNode, useEffect, useState } from 'react';
import { useCameraSettings } from './camera-settings.ts';
import type { useCamera } from './use-camera.ts';
import { askForTilt } from './use-tilt.ts';
import styles from './Camera.module.css';

type Props = {
  camera: ReturnType<typeof useCamera>;
  hasGhost: boolean;
  hasLine: boolean;
  isRecording: boolean;
  /** The first of the picture is there: from now on time counts. */
  isRunning: boolean;
  onBegin: () => void;
  onEnd: () => void;
};

/** The one large button, and what is laid over the picture. */
export function CameraBar({ camera, hasGhost, hasLine, isRecording, isRunning, onBegin, onEnd }: Props) {
  const settings = useCameraSettings();
  const set = useCameraSettings.setState;
  return (
    <div className={styles['bar']}>
      {!isRecording && hasGhost && settings.hasGhost && (
        <Slider label="参考深浅" least={0.1} most={0.9} value={settings.ghost} onChange={(ghost) => set({ ghost })} />
      )}
      {!isRecording && hasLine && settings.hasPrompter && (
        <Slider
          label={`提词快慢 每秒 ${settings.speed} 字`}
          least={2}
          most={9}
          step={0.5}
          value={settings.speed}
          onChange={(speed) => set({ speed })}
        />
      )}
      <div className={styles['buttons']}>
        <Toggle
          name="参考"
          icon={<PictureOutlined aria-hidden="true" />}
          isOn={settings.hasGhost}
          isPossible={hasGhost}
          onChange={(isOn) => set({ hasGhost: isOn })}
        />
        <Toggle
          name="网格"
          icon={<BorderInnerOutlined aria-hidden="true" />}
          isOn={settings.hasGrid}
          onChange={(isOn) => {
            askForTilt();
            set({ hasGrid: isOn });
          }}
        />
        <button
          type="button"
          className={styles['shutter']}
          data-on={isRecording}
          aria-label={isRecording ? '停' : '开始拍'}
          disabled={!camera.stream}
          onClick={isRecording ? onEnd : onBegin}
        >
          {isRunning && <Clock />}
        </button>
        <Toggle
          name="提词"
          icon={<FontSizeOutlined aria-hidden="true" />}
          isOn={settings.hasPrompter}
          isPossible={hasLine}
          onChange={(isOn) => set({ hasPrompter: isOn })}
        />
        <button
          type="button"
          className={styles['toggle']}
          disabled={isRecording || !camera.canFlip}
          aria-label="换前后镜头"
          onClick={camera.flip}
        >
          <SwapOutlined aria-hidden="true" />
          <span>翻转</span>
        </button>
      </div>
    </div>
  );
}

type ToggleProps = {
  name: string;
  icon: ReactNode;
  isOn: boolean;
  isPossible?: boolean;
  onChange: (isOn: boolean) => void;
};

function Toggle({ name, icon, isOn, isPossible = true, onChange }: ToggleProps) {
  return (
    <button
      type="button"
      className={styles['toggle']}
      aria-pressed={isOn && isPossible}
      disabled={!isPossible}
      onClick={() => onChange(!isOn)}
    >
      {icon}
      <span>{name}</span>
    </button>
  );
}

type SliderProps = {
  label: string;
  least: number;
  most: number;
  step?: number;
  value: number;
  onChange: (value: number) => void;
};

function Slider({ label, least, most, step = 0.05, value, onChange }: SliderProps) {
  return (
    <label className={styles['slider']}>
      <span>{label}</span>
      <input
        type="range"
        min={least}
        max={most}
        step={step}
        value={value}
        onChange={({ target }) => onChange(Number(target.value))}
      />
    </label>
  );
}

/** How long it has been recording. */
function Clock() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const begun = performance.now();
    const timer = setInterval(() => setSeconds((performance.now() - begun) / 1000), 200);
    return () => clearInterval(timer);
  }, []);
  return <span className={styles['clock']}>{seconds.toFixed(0)}</span>;
}
