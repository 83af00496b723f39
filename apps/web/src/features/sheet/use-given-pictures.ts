import { EXTENSIONS } from '@mixreel/contract';
import { type DragEvent, useEffect, useEffectEvent, useState } from 'react';
import { usePictureUploads } from '#features/sku/use-picture-uploads.ts';
import { type PickedFile, pickedFromDrop, pickedFromList, withOwnName } from '#features/upload/picked-file.ts';
import { isOverPage } from '#lib/keys.ts';
import { showToast } from '#lib/toast.ts';
import { bringPictures, copyChosen, pasteLayers, removeChosen } from './deeds.ts';
import type { Studio } from './studio.ts';

/** Says that layers were copied last, and not a screenshot before them. */
const LAYERS = 'application/x-mixreel-layers';

/** Pictures dropped on the canvas or pasted become layers by way of the library; layers are copied and pasted as they are. */
export function useGivenPictures(studio: Studio) {
  const { project_id } = studio.getState().card;
  const [isOver, setIsOver] = useState(false);
  const { upload, open } = usePictureUploads(project_id, '图片编辑', (materials) => {
    // Said by the request itself.
    bringPictures(studio, materials).catch(() => {});
  });
  const take = (picked: PickedFile[]) => {
    if (!studio.getState().can_edit || picked.length === 0) return;
    const pictures = picked.filter(({ file }) => EXTENSIONS.image.some((one) => file.name.toLowerCase().endsWith(one)));
    if (pictures.length < picked.length) showToast('warning', '只能放图片，别的文件没有加');
    if (pictures.length > 0) void upload(pictures);
  };
  const hear = useEffectEvent((event: ClipboardEvent) => {
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    const data = event.clipboardData;
    if (!data || isOverPage(target) || target.closest('input, textarea, [contenteditable]')) return;
    if (event.type === 'paste') {
      const files = data.types.includes(LAYERS) ? [] : pickedFromList(data.files).map(pasted);
      if (files.length > 0) take(files);
      else pasteLayers(studio);
    } else {
      if (studio.getState().selected.length === 0 || getSelection()?.isCollapsed === false) return;
      copyChosen(studio);
      data.setData(LAYERS, studio.getState().card.sheet_id);
      if (event.type === 'cut') removeChosen(studio);
    }
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => hear(event);
    for (const name of ['copy', 'cut', 'paste'] as const) document.addEventListener(name, listen);
    return () => {
      for (const name of ['copy', 'cut', 'paste'] as const) document.removeEventListener(name, listen);
    };
  }, []);
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');
  return {
    open,
    isOver,
    drop: {
      onDragOver(event: DragEvent) {
        if (!hasFiles(event) || !studio.getState().can_edit) return;
        event.preventDefault();
        event.stopPropagation();
        event.dataTransfer.dropEffect = 'copy';
        setIsOver(true);
      },
      onDragLeave: () => setIsOver(false),
      onDrop(event: DragEvent) {
        setIsOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.stopPropagation();
        pickedFromDrop(event.dataTransfer).then(take, () => {});
      },
    },
  };
}

function pasted(picked: PickedFile): PickedFile {
  const file = withOwnName('粘贴的图片', picked.file);
  return { ...picked, file, relative_path: file.name };
}
