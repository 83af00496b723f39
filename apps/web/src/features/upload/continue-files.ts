import type { PickedFile } from './picked-file.ts';
import { isMoving, type UploadItem } from './upload-item.ts';
import { uploads } from './uploads.ts';

/**
 * Files of interrupted uploads go on at their offset; files that are in the queue already are not taken twice. Gives
 * the others. The same file is told by name and size, among several of them by its folder.
 */
export function continueFiles(picked: PickedFile[], project_id: string): PickedFile[] {
  const items = uploads.store.getState().items.filter((item) => item.project_id === project_id);
  const interrupted = items.filter(({ state }) => state === 'needs_file');
  const used = new Set<string>();
  return picked.filter(({ file, relative_path }) => {
    const isSame = ({ key, file_name, bytes }: UploadItem) =>
      file_name === file.name && bytes === file.size && !used.has(key);
    const isSamePath = (item: UploadItem) => isSame(item) && item.relative_path === relative_path;
    const begun = interrupted.find(isSamePath) ?? interrupted.find(isSame);
    const known = begun ?? items.find((item) => (isMoving(item) || item.state === 'paused') && isSamePath(item));
    if (!known) return true;
    used.add(known.key);
    if (begun) uploads.attach(begun.key, file);
    return false;
  });
}
