/** Where the camera is and how it is turned: distances in heights of the picture, angles in radians. */
export type Pose = { right: number; down: number; forward: number; pitch: number; yaw: number; roll: number };

/**
 * A move in the words of services that make videos of pictures: either one or several of six plain ones, each from -10 to
 * 10, or one of four that are put together.
 */
export const PLAIN_MOVES = ['horizontal', 'vertical', 'pan', 'tilt', 'roll', 'zoom'] as const;
export type PlainMove = (typeof PLAIN_MOVES)[number];
export const COMBINED_MOVES = ['down_back', 'forward_up', 'right_turn_forward', 'left_turn_forward'] as const;
export type CombinedMove = (typeof COMBINED_MOVES)[number];
export type CameraMove = { type: 'simple'; config: Partial<Record<PlainMove, number>> } | { type: CombinedMove };

/** How a move begins and ends. A loop comes back to where it began. */
export type Ease = 'smooth' | 'steady' | 'loop';

export const STILL: Pose = { right: 0, down: 0, forward: 0, pitch: 0, yaw: 0, roll: 0 };
const STRONGEST = 10;

/** What each plain move at its strongest adds from beginning to end. Far more would show what no picture has. */
const REACH: Record<PlainMove, Partial<Pose>> = {
  horizontal: { right: 0.12 },
  vertical: { down: -0.12 },
  pan: { pitch: 0.1 },
  tilt: { yaw: 0.1 },
  roll: { roll: 0.14 },
  zoom: { forward: 0.3 },
};

const COMBINED: Record<CombinedMove, Partial<Pose>> = {
  down_back: { down: 0.08, forward: -0.22 },
  forward_up: { down: -0.08, forward: 0.24 },
  right_turn_forward: { yaw: 0.055, right: 0.05, forward: 0.2 },
  left_turn_forward: { yaw: -0.055, right: -0.05, forward: 0.2 },
};

/** A move, how it begins and ends, and how much of it is made: 1 for all, less where the picture has no room. */
export type Path = { move: CameraMove; ease: Ease; strength: number };

/** The pose at a time from 0 to 1, from half the move before the picture's own view to half of it behind. */
export function poseAt({ move, ease, strength }: Path, time: number): Pose {
  const share = (shareAt(ease, time) - 0.5) * strength;
  const whole = reachOf(move);
  const half = 0.5 * strength;
  return {
    right: whole.right * share,
    down: whole.down * share,
    // A camera that goes forward begins where the picture was taken, and one that goes back ends there.
    forward: Math.abs(whole.forward) * (whole.forward > 0 ? share + half : half - share),
    pitch: whole.pitch * share,
    yaw: whole.yaw * share,
    roll: whole.roll * share,
  };
}

function reachOf(move: CameraMove): Pose {
  if (move.type !== 'simple') return { ...STILL, ...COMBINED[move.type] };
  const whole = { ...STILL };
  for (const name of PLAIN_MOVES) {
    const strength = Math.max(-STRONGEST, Math.min(STRONGEST, move.config[name] ?? 0)) / STRONGEST;
    for (const [axis, reach] of Object.entries(REACH[name]) as [keyof Pose, number][]) whole[axis] += reach * strength;
  }
  return whole;
}

/** How much of the move is done. */
function shareAt(ease: Ease, time: number): number {
  if (ease === 'steady') return time;
  if (ease === 'loop') return (1 - Math.cos(2 * Math.PI * time)) / 2;
  return time * time * (3 - 2 * time);
}
