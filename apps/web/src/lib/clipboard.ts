import { showToast } from './toast.ts';

export const COPY_DONE = '复制成功';
export const COPY_UNSUPPORTED = '浏览器不支持复制';

/** Copies and says so. The old command is for pages over plain HTTP, where the clipboard is closed to scripts. */
export async function copyText(text: string): Promise<boolean> {
  const isCopied = (await copyWithClipboard(text)) || copyWithCommand(text);
  showToast(isCopied ? 'success' : 'warning', isCopied ? COPY_DONE : COPY_UNSUPPORTED);
  return isCopied;
}

async function copyWithClipboard(text: string): Promise<boolean> {
  // Typed as always there, but undefined outside secure contexts.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) return false;
  return clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

function copyWithCommand(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  // Inside an open dialog focus may not leave it; there the area must be inside too.
  const place = document.activeElement?.closest('[role="dialog"]') ?? document.body;
  place.append(area);
  const focused = document.activeElement;
  area.select();
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- nothing else copies without a secure context
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}
