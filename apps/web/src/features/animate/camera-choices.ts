import { CAMERA_COMBINED, type CameraCombined, type CameraControl, type CameraPlain } from '@mixreel/contract';

/** How a tile shows a move: where the far and the near part of its small scene go. */
type Shown = { x?: number; y?: number; scale?: number; turn?: number };

export type CameraChoice = {
  key: string;
  label: string;
  shown: Shown;
  control(strength: number): CameraControl | null;
};

function plain(key: string, label: string, name: CameraPlain, sign: 1 | -1, shown: Shown): CameraChoice {
  return { key, label, shown, control: (strength) => ({ type: 'simple', config: { [name]: sign * strength } }) };
}

function combined(type: CameraCombined, shown: Shown): CameraChoice {
  return { key: type, label: CAMERA_COMBINED[type], shown, control: () => ({ type }) };
}

/** The moves that people choose from. */
export const CAMERA_CHOICES: CameraChoice[] = [
  { key: 'auto', label: '按描述', shown: { scale: 1.12 }, control: () => null },
  plain('zoom_in', '推近', 'zoom', 1, { scale: 1.35 }),
  plain('zoom_out', '拉远', 'zoom', -1, { scale: 0.75 }),
  plain('left', '左移', 'horizontal', -1, { x: 1 }),
  plain('right', '右移', 'horizontal', 1, { x: -1 }),
  plain('up', '上移', 'vertical', 1, { y: 1 }),
  plain('down', '下移', 'vertical', -1, { y: -1 }),
  plain('look_up', '仰视', 'pan', 1, { y: 0.7 }),
  plain('look_down', '俯视', 'pan', -1, { y: -0.7 }),
  plain('look_left', '左摇', 'tilt', -1, { x: 0.7 }),
  plain('look_right', '右摇', 'tilt', 1, { x: -0.7 }),
  plain('turn', '旋转', 'roll', 1, { turn: 14 }),
  combined('down_back', { y: -0.6, scale: 0.8 }),
  combined('forward_up', { y: 0.6, scale: 1.3 }),
  combined('left_turn_forward', { x: 0.7, scale: 1.25 }),
  combined('right_turn_forward', { x: -0.7, scale: 1.25 }),
];

export const USUAL_STRENGTH = 6;

/** Which tile a move is of, and how strong it is. */
export function choiceOf(control: CameraControl | null): { key: string; strength: number } {
  if (!control) return { key: 'auto', strength: USUAL_STRENGTH };
  if (control.type !== 'simple') return { key: control.type, strength: USUAL_STRENGTH };
  const [name, value = 0] = Object.entries(control.config).find(([, one]) => one) ?? [];
  const found = CAMERA_CHOICES.find(({ control: make }) => {
    const made = make(1);
    return made?.type === 'simple' && name !== undefined && (made.config[name as CameraPlain] ?? 0) * value > 0;
  });
  return { key: found?.key ?? 'auto', strength: Math.max(1, Math.round(Math.abs(value))) };
}
