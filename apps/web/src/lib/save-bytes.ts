const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const KEPT_MS = 60_000;

/** Hands a workbook that came in an answer to whoever asked for it. */
export function saveBytes(content_base64: string, file_name: string): void {
  const bytes = Uint8Array.from(atob(content_base64), (letter) => letter.charCodeAt(0));
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes], { type: XLSX }));
  link.download = file_name;
  link.click();
  // Browsers read it a moment later.
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
