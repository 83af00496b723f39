import { EXTENSIONS, type MaterialType, UPLOAD_BYTES_MAX } from '@mixreel/contract';
import { formatQuota, formatSize } from '#lib/format.ts';

type Kind = keyof typeof EXTENSIONS;

export const ACCEPTED = Object.values(EXTENSIONS).flat().join(',');
/** Longer sides are not pictures for a video; decoding one takes a gigabyte. */
export const IMAGE_SIDE_MAX = 16_384;

const KIND_NAMES: Record<Kind, string> = { video: '视频', image: '图片', audio: '音频' };

export function kindOf(file_name: string): Kind | null {
  const extension = /\.[^.]+$/.exec(file_name)?.[0].toLowerCase() ?? '';
  const found = Object.entries(EXTENSIONS).find(([, list]) => (list as readonly string[]).includes(extension));
  return (found?.[0] as Kind | undefined) ?? null;
}

/** What systems leave in folders and nobody means to upload. */
export function isHidden(relative_path: string): boolean {
  return relative_path
    .split('/')
    .some((part) => part.startsWith('.') || /^(thumbs\.db|desktop\.ini|__MACOSX)$/i.test(part));
}

/** What a name and a size say: the kind, or why the file cannot be taken. */
export function judgeFile(file_name: string, bytes: number): { kind: MaterialType } | { problem: string } {
  const kind = kindOf(file_name);
  if (!kind) return { problem: '不支持这种文件，可以上传 mp4、mov、mkv、f4v 视频，png、jpg 图片和常见音频' };
  if (bytes === 0) return { problem: '文件是空的，没有内容可以上传' };
  if (file_name.length > 255) return { problem: '文件名太长，请改短到 255 个字以内' };
  const max = UPLOAD_BYTES_MAX[kind];
  if (bytes <= max) return { kind };
  const [limit, size] =
    kind === 'image' ? [formatSize(max), formatSize(bytes)] : [formatQuota(max), formatQuota(bytes)];
  return { problem: `${KIND_NAMES[kind]}大小不能超过 ${limit}${size === limit ? '' : `，这个有 ${size}`}` };
}
