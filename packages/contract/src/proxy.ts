import { plain } from './endpoint.ts';

export const IMAGE_PROXY_BYTES_MAX = 20_000_000;

export const proxy = {
  /** `?url=` with the session's headers, or for an `<img>` with `&ticket=` of auth.streamTicket. */
  image: plain('GET', '/api/image_proxy', {
    summary: '代取外部图片；不访问内网地址，只返回图片',
    access: 'session',
    per_minute: 600,
  }),
};
