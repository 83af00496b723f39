import type { Saving } from './live-document.ts';

const SAVING_TEXT: Record<Saving['state'], string> = {
  saved: '已保存',
  sending: '正在保存…',
  offline: '网络断开，已存在这台电脑上，恢复后自动保存',
  refused: '没有保存',
};

/** How far saving is, for the header of what is worked on. */
export function savingOf(saving: Saving, flush: () => Promise<unknown>) {
  const is_bad = saving.state === 'refused' || saving.state === 'offline';
  return {
    text: SAVING_TEXT[saving.state] + (saving.state === 'refused' ? `：${saving.message}` : ''),
    is_bad,
    onRetry: is_bad ? () => void flush() : null,
  };
}

/** A step as the buttons name it: 撤销「删除片段「冷萃.mp4」」. */
export function quoted(name: string | null): string | null {
  return name && `「${name}」`;
}
