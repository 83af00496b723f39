import type { Material, Tag, TagType } from '@mixreel/contract';

const DAY_MS = 86_400_000;

/** `1080p`, `4K`: what people call a size. */
export function resolutionName({ width, height }: Pick<Material['source_info'], 'width' | 'height'>): string | null {
  if (!width || !height) return null;
  const short = Math.min(width, height);
  if (short >= 2160) return '4K';
  return `${short}p`;
}

/** Whether it may still be used: `soon` in the last week. */
export function rightsState(expires_at: string | null, now = Date.now()): 'fine' | 'soon' | 'over' {
  if (!expires_at) return 'fine';
  const left = new Date(expires_at).getTime() - now;
  if (left <= 0) return 'over';
  return left < 7 * DAY_MS ? 'soon' : 'fine';
}

/** Days until a deleted one is gone for good. */
export function daysLeft(deleted_at: string, keep_days: number, now = Date.now()): number {
  const gone = new Date(deleted_at).getTime() + keep_days * DAY_MS;
  return Math.max(0, Math.ceil((gone - now) / DAY_MS));
}

/** What a clip shows says more about it than how it was filmed. */
const TELLING: TagType[] = ['custom', 'product', 'scene', 'object', 'person', 'shot_size', 'text', 'semantic'];
const CARD_TAGS = 4;

/** The tags that a card has room for: those that people gave, then those that tell one clip from another. */
export function tellingTags(tags: Tag[]): Tag[] {
  const rank = ({ tag_type, source }: Tag) => {
    const place = TELLING.indexOf(tag_type);
    return source === 'user' ? -1 : place === -1 ? TELLING.length : place;
  };
  return tags.toSorted((a, b) => rank(a) - rank(b)).slice(0, CARD_TAGS);
}
