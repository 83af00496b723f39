import { call } from '#lib/call.ts';
import { formatQuota, formatSize } from '#lib/format.ts';
import { showToast } from '#lib/toast.ts';
import { continueFiles } from './continue-files.ts';
import type { NewUpload } from './engine.ts';
import { judgeFile } from './file-kind.ts';
import { keepHandle } from './kept-handles.ts';
import type { PickedFile } from './picked-file.ts';
import { askSameNames, type SameName } from './same-names.ts';
import { uploadPass } from './send-file.ts';
import type { UploadTarget } from './upload-item.ts';
import { showStrip } from './upload-panel.ts';
import { uploads } from './uploads.ts';

const NAMES_AT_ONCE = 1000;

type Ready = NewUpload & { handle: FileSystemFileHandle | null };

/**
 * Everything between the choice of files and the queue: what cannot be taken is listed with its reason, what was begun
 * before a reload goes on, names that exist already are asked about once. Gives the keys of the items that were made. With
 * `onOld` the materials that have those names may be used instead, and are told to it.
 */
export async function addFiles(
  picked: PickedFile[],
  target: UploadTarget,
  { is_quiet = false, onOld }: { is_quiet?: boolean; onOld?: (material_ids: string[]) => void } = {},
): Promise<string[]> {
  if (picked.length === 0) {
    showToast('info', '里面没有可以上传的文件');
    return [];
  }
  // Whoever shows the files itself needs no line about them.
  if (!is_quiet) showStrip();
  const fresh = continueFiles(picked, target.project_id);
  const { ready, refused } = sort(fresh, target);
  const fitting = await fitQuota(ready, target.project_id);
  const all = [...refused, ...fitting.refused];
  uploads.refuse(all);
  // Nobody looks at the list of uploads then.
  const [first] = all;
  if (is_quiet && first) {
    const more = all.length > 1 ? `，另有 ${all.length - 1} 个没有传` : '';
    showToast('error', `${first.file_name}：${first.message}${more}`);
  }
  const { named, old } = await settleNames(fitting.ready, target, onOld !== undefined);
  if (old.length > 0) onOld?.(old);
  const keys = uploads.add(named);
  keepHandles(keys, named);
  return keys;
}

function sort(picked: PickedFile[], { project_id, dir_id, material_sub_type }: UploadTarget) {
  const ready: Ready[] = [];
  const refused: Parameters<typeof uploads.refuse>[0] = [];
  for (const { file, relative_path, handle } of picked) {
    const path = relative_path.slice(-1000);
    const goal = { dir_id, path };
    const facts = { file_name: file.name, relative_path: path, goal, bytes: file.size, project_id };
    const verdict = judgeFile(file.name, file.size);
    if ('problem' in verdict) {
      refused.push({ ...facts, material_type: 'video', material_sub_type, message: verdict.problem });
      continue;
    }
    const sub = verdict.kind === 'video' ? material_sub_type : null;
    const kinds = { material_type: verdict.kind, material_sub_type: sub };
    ready.push({ ...facts, ...kinds, same_name: 'keep_both', file, handle });
  }
  return { ready, refused };
}

/** In the order chosen, as long as there is room. Without an answer all are tried: the server judges them anyway. */
async function fitQuota(ready: Ready[], project_id: string) {
  const pass = ready.length > 0 ? await uploadPass(project_id, { is_fresh: true }).catch(() => null) : null;
  let left = pass?.left_bytes ?? Infinity;
  const refused: Parameters<typeof uploads.refuse>[0] = [];
  const fitting = ready.filter(({ file: _file, handle: _handle, same_name: _same_name, ...facts }) => {
    if (facts.bytes <= left) {
      left -= facts.bytes;
      return true;
    }
    const message = `空间只剩 ${formatQuota(Math.max(0, left))}，放不下这个 ${formatSize(facts.bytes)} 的文件`;
    refused.push({ ...facts, message });
    return false;
  });
  return { ready: fitting, refused };
}

/** Asks the server which names exist, and the person what to do about them. */
async function settleNames(ready: Ready[], { project_id, dir_id }: UploadTarget, can_use_old: boolean) {
  const known = new Map<string, SameName['exists']>();
  const keyOf = ({ material_type, material_sub_type, goal }: Ready) =>
    `${material_type} ${material_sub_type} ${goal.path}`;
  const groups = Map.groupBy(ready, ({ material_type, material_sub_type }) => `${material_type} ${material_sub_type}`);
  for (const group of groups.values()) {
    const { material_type, material_sub_type } = group[0]!;
    const sub = material_sub_type ? { material_sub_type } : {};
    for (let at = 0; at < group.length; at += NAMES_AT_ONCE) {
      const names = [...new Set(group.slice(at, at + NAMES_AT_ONCE).map(({ goal }) => goal.path))];
      // Without an answer both are kept: nothing is lost by that.
      const found = await call(
        'material.sameNames',
        { project_id, ...(dir_id && { dir_id }), material_type, ...sub, names },
        { is_quiet: true },
      ).catch(() => null);
      for (const { name, exists } of found?.items ?? []) {
        known.set(keyOf({ ...group[0]!, goal: { dir_id, path: name } }), exists);
      }
    }
  }
  // Asked about in the order in which they were chosen.
  const same = ready.flatMap((one): SameName[] => {
    const exists = known.get(keyOf(one)) ?? [];
    return exists.length > 0 ? [{ file: one.file, exists }] : [];
  });
  if (same.length === 0) return { named: ready, old: [] };
  const answers = await askSameNames(same, can_use_old);
  const named = ready.flatMap((one): Ready[] => {
    const answer = answers.get(one.file) ?? 'keep_both';
    return answer === 'skip' || answer === 'use_old' ? [] : [{ ...one, same_name: answer }];
  });
  // The first is the one that was shown.
  const used = same.filter(({ file }) => answers.get(file) === 'use_old');
  return { named, old: used.map(({ exists }) => exists[0]!.material_id) };
}

/** Kept under the record's name, which the server gives only when the upload begins. */
function keepHandles(keys: string[], named: Ready[]): void {
  const waiting = new Map(keys.flatMap((key, n) => (named[n]?.handle ? [[key, named[n]]] : [])));
  if (waiting.size === 0) return;
  const stop = uploads.store.subscribe(({ items }) => {
    for (const { key, record_uuid } of items) {
      const one = waiting.get(key);
      if (!one?.handle || !record_uuid) continue;
      waiting.delete(key);
      void keepHandle(record_uuid, one.handle, one.file);
    }
    if (waiting.size === 0) stop();
  });
}
