import { AUDIO_FILE_BYTES_MAX } from '@mixreel/contract';
import { formatSize } from '#lib/format.ts';

export const SCRIPT_EXTENSIONS = ['.txt', '.docx', '.xlsx', '.srt'];

/** Why a file cannot be read as a script; null when it can be tried. */
export function scriptProblem({ name, size }: Pick<File, 'name' | 'size'>): string | null {
  if (!SCRIPT_EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension))) {
    return '只能导入 txt、docx、xlsx 或 srt 文件';
  }
  if (size === 0) return '这个文件是空的';
  if (size > AUDIO_FILE_BYTES_MAX) return `文件最大 ${formatSize(AUDIO_FILE_BYTES_MAX)}，这个有 ${formatSize(size)}`;
  return null;
}
