import { create } from 'zustand';

/** How somebody likes the camera; the same for every row, and tomorrow. */
type Settings = {
  hasGhost: boolean;
  /** 0 to 1. */
  ghost: number;
  hasGrid: boolean;
  hasPrompter: boolean;
  /** Characters a second. */
  speed: number;
};

const KEY = 'shoot_camera';
const FIRST: Settings = { hasGhost: true, ghost: 0.4, hasGrid: true, hasPrompter: true, speed: 4.5 };

export const useCameraSettings = create<Settings>(() => ({ ...FIRST, ...read() }));

useCameraSettings.subscribe((settings) => localStorage.setItem(KEY, JSON.stringify(settings)));

function read(): Partial<Settings> {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {}) as Partial<Settings>;
  } catch {
    return {};
  }
}
