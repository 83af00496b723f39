import { Slider } from 'antd';
import type { CSSProperties } from 'react';
import { CAMERA_CHOICES, type CameraChoice } from './camera-choices.ts';
import styles from './Animate.module.css';

type Props = { value: string; strength: number; onChange: (key: string, strength: number) => void };

/** Moves of the camera as small scenes that move so when they are pointed at. */
export function CameraPicker({ value, strength, onChange }: Props) {
  const hasStrength = CAMERA_CHOICES.find(({ key }) => key === value)?.control(1)?.type === 'simple';
  return (
    <>
      <ul className={styles['moves']} aria-label="镜头运动">
        {CAMERA_CHOICES.map((choice) => (
          <li key={choice.key}>
            <button type="button" aria-pressed={choice.key === value} onClick={() => onChange(choice.key, strength)}>
              <Scene choice={choice} />
              {choice.label}
            </button>
          </li>
        ))}
      </ul>
      {hasStrength && (
        <div className={styles['strength']}>
          <span id="camera-strength">幅度</span>
          <Slider
            min={1}
            max={10}
            value={strength}
            aria-labelledby="camera-strength"
            onChange={(next) => onChange(value, next)}
          />
        </div>
      )}
    </>
  );
}

/** What is near moves further than what is far, as in the film. */
function Scene({ choice: { shown } }: { choice: CameraChoice }) {
  const { x = 0, y = 0, scale = 1, turn = 0 } = shown;
  const move = (near: number) =>
    ({
      '--x': `${x * 9 * near}px`,
      '--y': `${y * 9 * near}px`,
      '--scale': 1 + (scale - 1) * near,
      '--turn': `${turn}deg`,
    }) as CSSProperties;
  return (
    <svg viewBox="0 0 64 40" aria-hidden="true" data-turns={turn !== 0}>
      <g style={move(0.55)}>
        <circle cx="47" cy="11" r="5" />
        <path d="M-20 40 12 15l14 13 11-9 47 21z" />
      </g>
      <g style={move(1)} data-near="true">
        <rect x="24" y="15" width="15" height="22" rx="4" />
        <rect x="28" y="9" width="7" height="7" rx="2" />
      </g>
    </svg>
  );
}
