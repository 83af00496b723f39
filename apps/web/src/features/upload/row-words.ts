import { formatSize } from '#lib/format.ts';
import type { UploadItem } from './upload-item.ts';

/** What a row says under its name. */
export function wordsOf(item: UploadItem): string {
  const size = formatSize(item.bytes);
  const sent = `${formatSize(item.sent_bytes)} / ${size}`;
  switch (item.state) {
    case 'queued':
      return `排队中 · ${size}`;
    case 'hashing':
      return `正在比对空间里有没有相同内容 ${percentOf(item.hashed_bytes, item.bytes)}%`;
    case 'sending':
      return sent;
    case 'verifying':
      return '已传完，正在核对内容';
    case 'paused':
      return `已暂停 · ${sent}`;
    case 'waiting':
      return `${item.message ?? '正在重新连接'} · ${percentOf(item.sent_bytes, item.bytes)}%`;
    case 'needs_file':
      return item.has_handle
        ? `已传 ${percentOf(item.sent_bytes, item.bytes)}%，点继续接着传`
        : `已传 ${percentOf(item.sent_bytes, item.bytes)}%，重新选择同一文件以继续`;
    case 'elsewhere':
      return '正在另一个标签页里上传';
    case 'fetching':
      return item.bytes > 0 ? `正在从链接下载 · ${sent}` : '正在从链接下载';
    case 'done':
      return item.message ?? `${item.source_url ? '已导入' : '已上传'} · ${size}`;
    case 'instant':
      return `空间里已有相同内容，不用再传 · ${size}`;
    case 'failed':
    case 'refused':
      return item.message ?? '没有成功，请重试';
  }
}

export function percentOf(part: number, whole: number): number {
  return whole > 0 ? Math.min(100, Math.floor((part / whole) * 100)) : 0;
}
