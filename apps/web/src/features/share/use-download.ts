import { useState } from 'react';
import { addressOf } from '#lib/app-config.ts';
import { call } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';
import type { visitOf } from './visit.ts';

/** Asks for the link of one item or of all in a directory, and lets the browser fetch it: archives are made while they are sent. */
export function useDownload(visit: ReturnType<typeof visitOf>, dir_id: string | null) {
  const [busy, setBusy] = useState<string | null>(null);
  const download = async (what: 'all' | (string & {})) => {
    setBusy(what);
    try {
      const part = what !== 'all' ? { item_ids: [what] } : dir_id ? { dir_id } : {};
      const { url, file_name } = await call('share.download', { ...visit, ...part }, { is_quiet: true });
      const link = document.createElement('a');
      link.href = /^https?:/.test(url) ? url : addressOf(url);
      link.download = file_name;
      link.click();
      showToast('success', '已经开始下载');
    } catch (error) {
      showToast('error', error instanceof Error ? error.message : '下载没有开始，请重试');
    } finally {
      setBusy(null);
    }
  };
  return { download, busy };
}
