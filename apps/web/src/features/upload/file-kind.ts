import { acceptedText, EXTENSIONS, KIND_NAMES, kindOf, type MaterialType, UPLOAD_BYTES_MAX } from '@mixreel/contract';
import { formatQuota, formatSize } from '#lib/format.ts';

export const ACCEPTED = Object.values(EXTENSIONS).flat().join(',');
/** What systems leave in folders and nobody means to upload. */
export function isHidden(relative_path: string): boolean {
  return relative_path
    .split('/')
    .some((part) => part.startsWith('.') || /^(thumbs\.db|desktop\.ini|__MACOSX)$/i.test(part));
}

/** What a name and a size say: the kind, or why the file cannot be taken. */
export function judgeFile(file_name: string, bytes: number): { kind: MaterialType } | { problem: string } {
  const kind = kindOf(file_name);
  if (!kind) return { problem: `不支持这种文件，${acceptedText()}` };
  if (bytes === 0) return { problem: '文件是空的，没有内容可以上传' };
  if (file_name.length > 255) return { problem: '文件名太长，请改短到 255 个字以内' };
  const max = UPLOAD_BYTES_MAX[kind];
  if (bytes <= max) return { kind };
  const [limit, size] =
    kind === 'image' ? [formatSize(max), formatSize(bytes)] : [formatQuota(max), formatQuota(bytes)];
  return { problem: `${KIND_NAMES[kind]}大小不能超过 ${limit}${size === limit ? '' : `，这个有 ${size}`}` };
}
