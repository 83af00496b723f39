import type { Generation, GenerationFile } from '@mixreel/contract';
import { useState } from 'react';
import { call } from '#lib/call.ts';
import { startDownload } from '#lib/start-download.ts';
import { showToast } from '#lib/toast.ts';
import { offerUndo } from '#lib/undo.ts';

type Deed = 'save' | 'download' | 'cancel' | 'retry' | 'remove' | 'like';

/** What a person does to a card of the history. The stream tells the page what came of it. */
export function useGenerationActions({ generation_id, task_id, is_liked, kind }: Generation) {
  const [busy, setBusy] = useState<Deed | null>(null);
  const run = (deed: Deed, work: () => Promise<unknown>) => {
    setBusy(deed);
    work()
      // Said by the request itself.
      .catch(() => {})
      .finally(() => setBusy(null));
  };
  return {
    busy,
    save: (vlc_ids?: string[]) =>
      run('save', async () => {
        const { materials } = await call('generate.save', { generation_id, ...(vlc_ids && { vlc_ids }) });
        const place = kind === 'video' ? '视频 › AI 视频' : 'AI 图片';
        showToast('success', `已存进素材库「${place}」${materials.length > 1 ? `，${materials.length} 个` : ''}`);
      }),
    download: ({ vlc_id }: GenerationFile) =>
      run('download', async () => {
        const { url, file_name } = await call('generate.download', { generation_id, vlc_id });
        startDownload(url, file_name);
      }),
    cancel: () => run('cancel', () => call('task.cancel', { task_id })),
    retry: () => run('retry', () => call('task.retry', { task_id })),
    like: () => run('like', () => call('generate.like', { generation_id, is_liked: !is_liked })),
    remove: () =>
      run('remove', async () => {
        await call('generate.remove', { generation_ids: [generation_id] });
        offerUndo('已删除 1 条记录', async () => {
          await call('generate.restore', { generation_ids: [generation_id] });
        });
      }),
  };
}
