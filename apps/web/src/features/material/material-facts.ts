import type { Material, MaterialDetail, Project, Tag, TagType } from '@mixreel/contract';

const DAY_MS = 86_400_000;
const DRAWING_MS = 120_000;

/** `1080p`, `4K`: what people call a size. */
export function resolutionName({ width, height }: Pick<Material['source_info'], 'width' | 'height'>): string | null {
  if (!width || !height) return null;
  const short = Math.min(width, height);
  if (short >= 2160) return '4K';
  return `${short}p`;
}

/** The films of the example are drawn on this machine, one after another. */
export function isBeingDrawn({ is_demo, created_at }: Project, now = Date.now()): boolean {
  return is_demo && now - new Date(created_at).getTime() < DRAWING_MS;
}

/** Days until a deleted one is gone for good. */
export function daysLeft(deleted_at: string, keep_days: number, now = Date.now()): number {
  const gone = new Date(deleted_at).getTime() + keep_days * DAY_MS;
  return Math.max(0, Math.ceil((gone - now) / DAY_MS));
}

const FORMATS: Record<string, string> = { matroska: 'MKV', mp4: 'MP4', png_pipe: 'PNG', jpeg_pipe: 'JPEG' };
const CODECS: Record<string, string> = { h264: 'H.264', hevc: 'H.265', mjpeg: 'JPEG' };

/** `MP4 · H.264 · AAC`: what people call what the file's reader names `mov,mp4,m4a,3gp,3g2,mj2`. */
export function formatName({ format, codec, audio_codec }: MaterialDetail['facts']): string {
  const kinds = format.split(',');
  const known = kinds.map((kind) => FORMATS[kind]).find((name) => name !== undefined);
  const codecs = [codec, audio_codec].flatMap((name) => (name ? (CODECS[name] ?? name.toUpperCase()) : []));
  return [...new Set([known ?? kinds[0]?.toUpperCase() ?? '', ...codecs])].filter(Boolean).join(' · ');
}

/** What a clip shows says more about it than how it was filmed, and than what it does not show. */
const TELLING: TagType[] = [
  'custom',
  'product',
  'scene',
  'object',
  'person',
  'clothes',
  'action',
  'shot_size',
  'text',
  'semantic',
];
const CARD_TAGS = 4;

/** The tags that a card has room for: those that people gave, then those that tell one clip from another. */
export function tellingTags(tags: Tag[]): Tag[] {
  const rank = ({ tag_type, source, name }: Tag) => {
    if (source === 'user') return -1;
    const place = name.startsWith('无') ? -1 : TELLING.indexOf(tag_type);
    return place === -1 ? TELLING.length : place;
  };
  return tags.toSorted((a, b) => rank(a) - rank(b)).slice(0, CARD_TAGS);
}
