import type { Clip, Material, MixProject } from '@mixreel/contract';
import { allClips } from '#features/mix/slots.ts';
import { REASON_NAMES } from '#features/search/search-words.ts';
import type { LibraryItem } from './LibraryCard.tsx';

/** How often each material, and each shot of it, stands in the mix. */
export function countUses(mix: MixProject): Map<string, number> {
  const uses = new Map<string, number>();
  for (const { material_id, shot_id } of allClips(mix)) {
    for (const id of [material_id, shot_id]) if (id) uses.set(id, (uses.get(id) ?? 0) + 1);
  }
  return uses;
}

export function itemOfClip(clip: Clip, uses: Map<string, number>): LibraryItem {
  const { shot_id, material_id, material_name, cover_url, sprite, start_ms, end_ms, reasons, caption } = clip;
  const [first] = reasons;
  const isStill = clip.material_type === 'image' || clip.material_type === 'ai_image';
  return {
    id: shot_id,
    name: material_name,
    line: first ? `${REASON_NAMES[first.kind]}：${first.text}` : caption,
    cover_url,
    sprite,
    from: start_ms / 1000,
    to: end_ms / 1000,
    is_still: isStill,
    seconds: isStill ? null : (end_ms - start_ms) / 1000,
    clip: { material_id, shot_id },
    used: uses.get(shot_id) ?? 0,
    rights: clip,
  };
}

export function itemOfMaterial(material: Material, uses: Map<string, number>): LibraryItem {
  const { material_id, material_name, cover_url, sprite, source_info, material_type, shots_count } = material;
  const isStill = material_type === 'image' || material_type === 'ai_image';
  return {
    id: material_id,
    name: material_name,
    line: isStill ? '图片' : `${shots_count} 个镜头`,
    cover_url,
    sprite,
    from: 0,
    is_still: isStill,
    seconds: isStill ? null : source_info.duration,
    clip: { material_id },
    used: uses.get(material_id) ?? 0,
    rights: material,
  };
}
