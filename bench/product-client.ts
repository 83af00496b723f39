import { readFileSync, statSync } from 'node:fs';
import { callOf } from '@mixreel/contract';
import { type Product, signIn } from './product-process.ts';

/** Makes calls of the running product as somebody who is signed in. */
export type Client = {
  post<T>(path: string, input: object): Promise<T>;
  get<T>(path: string, input: Record<string, string>): Promise<T>;
  /** Uploads a file as a material of the project; answers its id. `onStart` hears of it before its first byte is sent. */
  upload(
    project_id: string,
    path: string,
    file_name: string,
    onStart?: (record_uuid: string) => Promise<unknown>,
  ): Promise<string>;
};

export async function openClient(product: Product): Promise<Client> {
  const authorization = `Bearer ${await signIn(product)}`;

  const post = async <T>(path: string, input: object): Promise<T> => {
    const headers = { authorization, 'content-type': 'application/json' };
    return read(path, await fetch(product.url + path, { method: 'POST', headers, body: JSON.stringify(input) }));
  };
  const get = async <T>(path: string, input: Record<string, string>): Promise<T> =>
    read(path, await fetch(`${product.url}${path}?${new URLSearchParams(input)}`, { headers: { authorization } }));

  return {
    post,
    get,
    async upload(project_id, path, file_name, onStart) {
      const { token } = await get<{ token: string }>(callOf('upload.authToken').path, { project_id });
      const bytes = statSync(path).size;
      const { record } = await post<{ record: { record_uuid: string; upload_url: string } }>(
        callOf('upload.start').path,
        { project_id, file_name, bytes },
      );
      await onStart?.(record.record_uuid);
      const sent = await fetch(product.url + record.upload_url, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${token}`,
          'tus-resumable': '1.0.0',
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
        },
        body: readFileSync(path),
      });
      if (sent.status !== 204) throw new Error(`${file_name} was answered with ${sent.status}`);
      const ended = await post<{ message: string; material_data: { material_id: string } | null }>(
        callOf('upload.end').path,
        { record_uuid: record.record_uuid },
      );
      if (!ended.material_data) throw new Error(ended.message);
      return ended.material_data.material_id;
    },
  };
}

async function read<T>(path: string, response: Response): Promise<T> {
  const { code, message, data } = (await response.json()) as { code: number; message: string; data: T };
  if (code !== 0) throw new Error(`${path}: ${message}`);
  return data;
}
