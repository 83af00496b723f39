/** By a data address: `btoa` of five million characters would be one call with as many arguments. */
export function readBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      const address = typeof reader.result === 'string' ? reader.result : '';
      resolve(address.slice(address.indexOf(',') + 1));
    });
    reader.addEventListener('error', () => reject(new Error('文件没有读出来，请重新选择')));
    reader.readAsDataURL(file);
  });
}
