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

/** By a data address: `btoa` of five million characters would be one call with as many arguments. */
export function readBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      const address = typeof reader.result === 'string' ? reader.result : '';
      resolve(address.slice(address.indexOf(',') + 1));
    });
    reader.addEventListener('error', () => reject(new Error('文件没有读出来，请重新选择')));
    reader.readAsDataURL(file);
  });
}
