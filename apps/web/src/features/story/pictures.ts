import { planStory } from '@mixreel/contract';
import { create } from 'zustand';
import { addFiles } from '#features/upload/add-files.ts';
import { arrived } from '#features/upload/arrived.ts';
import { withOwnName } from '#features/upload/picked-file.ts';
import { showToast } from '#lib/toast.ts';
import { type Board, readStory } from './board.ts';

/** Rows whose picture is on its way. */
const useArriving = create<{ row_ids: readonly string[] }>(() => ({ row_ids: [] }));

export function useIsArriving(row_id: string): boolean {
  return useArriving(({ row_ids }) => row_ids.includes(row_id));
}

/** Pictures become materials of the project and references of rows: the first of this one, the next of those below. */
export async function addPictures({ desk, board }: Pick<Board, 'desk' | 'board'>, row_id: string, files: File[]) {
  const pictures = files.filter(({ type }) => type.startsWith('image/'));
  if (pictures.length < files.length) showToast('warning', '参考画面只收图片，视频请先上传到素材库，再从素材库选一帧');
  const { rows } = readStory(desk.live.view.getState().state);
  const from = rows.findIndex((row) => row.row_id === row_id);
  const pairs = pictures.flatMap((file, n) => {
    const row = rows[from + n];
    return row ? [{ file, row_id: row.row_id }] : [];
  });
  await Promise.all(pairs.map((pair) => addPicture({ desk, board }, pair.row_id, pair.file)));
}

async function addPicture({ desk, board }: Pick<Board, 'desk' | 'board'>, row_id: string, given: File) {
  const file = withOwnName('参考画面', given);
  useArriving.setState(({ row_ids }) => ({ row_ids: [...row_ids, row_id] }));
  try {
    const target = {
      project_id: board.project_id,
      dir_id: null,
      place: '参考画面',
      material_sub_type: 'shot_video' as const,
    };
    const [key] = await addFiles([{ file, relative_path: file.name, handle: null }], target, { is_quiet: true });
    // What cannot be taken was said already.
    if (key === undefined) return;
    const item = await arrived(key);
    if (!item?.material) return showToast('error', `${file.name}：${item?.message ?? '没有传成'}`);
    const reference = { material_id: item.material.material_id, start_ms: 0, end_ms: null };
    const { state } = desk.live.view.getState();
    const rows = readStory(state).rows.map((row) => (row.row_id === row_id ? { ...row, reference } : row));
    desk.finish(planStory(state, { rows }));
  } finally {
    useArriving.setState(({ row_ids }) => ({ row_ids: row_ids.filter((one) => one !== row_id) }));
  }
}
