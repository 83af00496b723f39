import { create } from 'zustand';

const KEY = 'stage_sound';

type Sound = { level: number; is_muted: boolean; has_safe_zone: boolean };

/** How a person likes the stage on this machine. */
export const useStageLook = create<Sound>(() => read());

useStageLook.subscribe((state) => localStorage.setItem(KEY, JSON.stringify(state)));

function read(): Sound {
  const plain = { level: 1, is_muted: false, has_safe_zone: false };
  try {
    const { level, is_muted, has_safe_zone } = (JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {}) as Partial<Sound>;
    return {
      level: typeof level === 'number' ? Math.min(1, Math.max(0, level)) : plain.level,
      is_muted: is_muted === true,
      has_safe_zone: has_safe_zone === true,
    };
  } catch {
    return plain;
  }
}
