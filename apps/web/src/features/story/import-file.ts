import { STORY_FILE_BYTES_MAX } from '@mixreel/contract';
import { formatSize } from '#lib/format.ts';

export const IMPORT_EXTENSIONS = ['.txt', '.md', '.docx', '.xlsx', '.csv', '.srt', '.json'];

/** Why a file cannot be read as a board; null when it can be tried. */
export function importProblem({ name, size }: Pick<File, 'name' | 'size'>): string | null {
  if (/\.(doc|xls|wps|et|rtf)$/i.test(name)) return '这是旧格式，请用 Word、Excel 或 WPS 另存为 docx 或 xlsx 再导入';
  if (!IMPORT_EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension))) {
    return '只能导入 txt、md、docx、xlsx、csv、srt 文件，或剪映草稿的 draft_content.json';
  }
  if (size === 0) return '这个文件是空的，请重新选择';
  if (size > STORY_FILE_BYTES_MAX) {
    return `文件最大 ${formatSize(STORY_FILE_BYTES_MAX)}，这个有 ${formatSize(size)}；图片多的请去掉图片另存一份`;
  }
  return null;
}
