import { addressOf } from './app-config.ts';

/** Lets the browser fetch a link of ours: it shows the progress, and goes on after a broken connection. */
export function startDownload(url: string, file_name: string): void {
  const link = document.createElement('a');
  link.href = downloadAddress(url);
  link.download = file_name;
  link.click();
}

export function downloadAddress(url: string): string {
  return /^https?:/.test(url) ? url : addressOf(url);
}
