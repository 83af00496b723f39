import type { Material } from '@mixreel/contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { addFiles } from '#features/upload/add-files.ts';
import type { PickedFile } from '#features/upload/picked-file.ts';
import { groupOf, type UploadItem } from '#features/upload/upload-item.ts';
import { uploads, useUploads } from '#features/upload/uploads.ts';
import { call } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';

/** Pictures that are uploaded on the spot: they become materials like all others, and are told as they arrive. */
export function usePictureUploads(project_id: string, place: string, onArrived: (pictures: Material[]) => void) {
  const waiting = useRef(new Set<string>());
  const [sent, setSent] = useState<string[]>([]);
  const items = useUploads((state) => state.items);
  const open = items.filter((item) => sent.includes(item.key) && groupOf(item) === 'open').length;

  const arrive = () => {
    const { items: now } = uploads.store.getState();
    // Content that is here already counts as sent a moment before its material is known.
    const isOver = (item: UploadItem) => item.material !== null || groupOf(item) === 'trouble';
    const done = now.filter((item) => waiting.current.has(item.key) && isOver(item));
    if (done.length === 0) return;
    for (const { key } of done) waiting.current.delete(key);
    onArrived(done.flatMap(({ material }) => material ?? []));
    const failed = done.filter(({ material }) => material === null);
    if (failed.length > 0) showToast('error', `${failed[0]?.file_name}：${failed[0]?.message ?? '没有传成'}`);
  };
  const onStore = useEffectEvent(arrive);
  useEffect(() => uploads.store.subscribe(() => onStore()), []);

  const upload = async (picked: PickedFile[]) => {
    const target = { project_id, dir_id: null, place, material_sub_type: 'shot_video' as const };
    const use = async (material_ids: string[]) => {
      const found = await Promise.all(material_ids.map((material_id) => call('material.detail', { material_id })));
      onArrived(found);
    };
    // Why one cannot be used is said by the request itself.
    const onOld = (material_ids: string[]) => void use(material_ids).catch(() => {});
    const keys = await addFiles(picked, target, { is_quiet: true, onOld });
    for (const key of keys) waiting.current.add(key);
    setSent((before) => [...before, ...keys]);
    // A small picture may be there before it is known which one it is.
    arrive();
  };
  return { upload, open };
}
