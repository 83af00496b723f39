import { once } from 'node:events';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { IMAGE_PROXY_BYTES_MAX } from '@mixreel/contract';
import { expect, onTestFinished, test } from 'vitest';
import { routes } from '#features/index.ts';
import { createProxyRoutes, proxyRoutes } from '#features/proxy/proxy.routes.ts';
import { type TestApp, createTestApp } from '#testing/test-app.ts';

const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(64, 1)]);

async function appWithSite(answer: RequestListener) {
  const site = createServer(answer);
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  onTestFinished(() => {
    site.close();
    site.closeAllConnections();
  });
  const others = routes.filter((route) => !proxyRoutes.includes(route));
  const app = await createTestApp({ routes: [...others, ...createProxyRoutes({ allowLoopback: true })] });
  return { app, site: `http://127.0.0.1:${(site.address() as AddressInfo).port}` };
}

function image(app: TestApp, url: string, token: string | null, query = '') {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  return fetch(`${app.url}/api/image_proxy?url=${encodeURIComponent(url)}${query}`, { headers });
}

test('a picture comes through with its own type and may not be a page', async () => {
  const { app, site } = await appWithSite((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=b' }).end(PNG),
  );
  const user = await app.signIn();
  const response = await image(app, `${site}/a.png`, user.token);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/png');
  expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('set-cookie')).toBeNull();
  expect(Buffer.from(await response.arrayBuffer()).equals(PNG)).toBe(true);

  const address = `/api/image_proxy?${new URLSearchParams({ url: site })}`;
  const { ticket } = (await app.call('auth.streamTicket', { address }, user)).data;
  expect((await image(app, `${site}/other.png`, null, `&ticket=${ticket}`)).status).toBe(401);
  expect((await image(app, site, null, `&ticket=${ticket}`)).status).toBe(200);
  expect((await image(app, site, null, `&ticket=${ticket}`)).status).toBe(401);
});

test('strangers, bad addresses and this network are refused', async () => {
  let hits = 0;
  const { site } = await appWithSite((_request, response) => {
    hits += 1;
    response.end(PNG);
  });
  const app = await createTestApp();
  const { token } = await app.signIn();
  expect((await image(app, site, null)).status).toBe(401);
  expect((await image(app, site, 'wrong')).status).toBe(401);
  expect((await image(app, site, null, '&ticket=wrong')).status).toBe(401);
  for (const url of [site, 'http://169.254.169.254/latest/meta-data/', 'file:///etc/passwd', '', 'http://[::1]/']) {
    const response = await image(app, url, token);
    expect(await response.json()).toMatchObject({ code: 400, message: '不能访问这个地址' });
    expect(response.headers.get('cache-control')).toBeNull();
  }
  expect(hits).toBe(0);
});

test('what is no picture, too large, missing or cut off is refused', async () => {
  const answers: Record<string, RequestListener> = {
    '/page': (_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('<html>'.repeat(9)),
    '/svg': (_request, response) =>
      response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    '/missing': (_request, response) => response.writeHead(404).end(PNG),
    '/declared': (_request, response) =>
      response.writeHead(200, { 'content-length': String(IMAGE_PROXY_BYTES_MAX + 1) }).end(PNG),
    '/short': (_request, response) => response.end('\x89PNG'),
    '/endless': (_request, response) => {
      response.write(PNG);
      const more = Buffer.alloc(1_000_000, 2);
      const pump = () => {
        while (!response.destroyed && response.write(more));
        if (!response.destroyed) response.once('drain', pump);
      };
      pump();
    },
  };
  const { app, site } = await appWithSite((request, response) => answers[request.url ?? '']?.(request, response));
  const { token } = await app.signIn();
  const codes = async (path: string) =>
    ((await (await image(app, site + path, token)).json()) as { code: number }).code;
  expect(await codes('/page')).toBe(415);
  expect(await codes('/svg')).toBe(415);
  expect(await codes('/short')).toBe(415);
  expect(await codes('/missing')).toBe(404);
  expect(await codes('/declared')).toBe(413);

  const endless = await image(app, `${site}/endless`, token);
  let bytes = 0;
  const readAll = async () => {
    for await (const chunk of endless.body ?? []) bytes += chunk.length;
  };
  await expect(readAll()).rejects.toThrow('terminated');
  expect(bytes).toBeLessThanOrEqual(IMAGE_PROXY_BYTES_MAX);
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
});
