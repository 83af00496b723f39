import { randomId } from '#lib/random.ts';
import { isHidden } from './file-kind.ts';

/** A file that a person chose or dropped; the handle, where the browser gives one, outlives a reload. */
export type PickedFile = { file: File; relative_path: string; handle: FileSystemFileHandle | null };

/** Of an input field; with `webkitdirectory` each file knows its path. */
export function pickedFromList(list: FileList | null): PickedFile[] {
  return [...(list ?? [])]
    .map((file) => ({ file, relative_path: file.webkitRelativePath || file.name, handle: null }))
    .filter(({ relative_path }) => !isHidden(relative_path));
}

/** Every program calls what is pasted image.png: a name of its own keeps it from being asked about. */
export function withOwnName(name: string, file: File): File {
  const ending = /^image(\.\w+)$/i.exec(file.name)?.[1];
  return ending ? new File([file], `${name} ${randomId(4)}${ending}`, { type: file.type }) : file;
}

type WithHandle = DataTransferItem & { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> };

/** Everything dropped, folders with all that is in them. Must be called in the drop event itself: later it is empty. */
export async function pickedFromDrop(transfer: DataTransfer): Promise<PickedFile[]> {
  const dropped = [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .map((item: WithHandle) => ({
      entry: item.webkitGetAsEntry(),
      file: item.getAsFile(),
      handle: item.getAsFileSystemHandle?.().catch(() => null) ?? Promise.resolve(null),
    }));
  const found: PickedFile[] = [];
  for (const { entry, file, handle } of dropped) {
    const known = await handle;
    if (known) await walkHandle(known, known.name, found);
    else if (entry) await walkEntry(entry, entry.name, found);
    else if (file) found.push({ file, relative_path: file.name, handle: null });
  }
  // Folders tell their files in any order.
  return found.toSorted((a, b) => a.relative_path.localeCompare(b.relative_path, 'zh-CN', { numeric: true }));
}

async function walkHandle(handle: FileSystemHandle, path: string, found: PickedFile[]): Promise<void> {
  if (isHidden(path)) return;
  if (isFileHandle(handle)) {
    found.push({ file: await handle.getFile(), relative_path: path, handle });
    return;
  }
  for await (const child of (
    handle as FileSystemDirectoryHandle & { values(): AsyncIterable<FileSystemHandle> }
  ).values()) {
    await walkHandle(child, `${path}/${child.name}`, found);
  }
}

function isFileHandle(handle: FileSystemHandle): handle is FileSystemFileHandle {
  return handle.kind === 'file';
}

async function walkEntry(entry: FileSystemEntry, path: string, found: PickedFile[]): Promise<void> {
  if (isHidden(path)) return;
  if (entry.isFile) {
    const file = await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail));
    found.push({ file, relative_path: path, handle: null });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // Gives at most a hundred at a time; an empty answer is the end.
    const children = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (children.length === 0) return;
    for (const child of children) await walkEntry(child, `${path}/${child.name}`, found);
  }
}
