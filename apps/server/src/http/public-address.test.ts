import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { NotPublic, getPublic, isPublicAddress } from './public-address.ts';

async function site(answer: Parameters<typeof createServer>[1] & object) {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const signal = AbortSignal.timeout(10_000);

test('addresses of the public internet are public', () => {
  for (const ip of ['1.1.1.1', '8.8.8.8', '172.15.0.1', '172.32.0.1', '223.5.5.5', '2400:3200::1', '2606:4700::1111']) {
    expect([ip, isPublicAddress(ip)]).toEqual([ip, true]);
  }
  expect(isPublicAddress('::ffff:8.8.8.8')).toBe(true);
});

test('addresses of this machine, this network and clouds are not, however they are written', () => {
  const refused = [
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '192.0.0.170',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:a9fe:a9fe',
    '0:0:0:0:0:ffff:10.0.0.1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '2002:7f00:1::1',
    '2001::1',
    '2001:db8::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    'not an address',
    '',
  ];
  for (const ip of refused) expect([ip, isPublicAddress(ip)]).toEqual([ip, false]);
});

test('a literal address is refused before anything is sent, in every spelling', async () => {
  let hits = 0;
  const port = await site((_request, response) => {
    hits += 1;
    response.end();
  });
  for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '[::1]', '[::ffff:127.0.0.1]', '0']) {
    await expect(getPublic(`http://${host}:${port}/`, { signal })).rejects.toThrow(NotPublic);
  }
  for (const address of ['file:///etc/passwd', 'ftp://1.1.1.1/', 'nonsense', 'http://user:pass@1.1.1.1/']) {
    await expect(getPublic(address, { signal })).rejects.toThrow(NotPublic);
  }
  expect(hits).toBe(0);
});

test('a name is refused when any of its addresses is private', async () => {
  const port = await site((_request, response) => response.end('secret'));
  for (const ips of [['127.0.0.1'], ['1.1.1.1', '10.0.0.1'], ['::ffff:127.0.0.1'], []]) {
    const resolve = async () => ips;
    await expect(getPublic(`http://harmless.example:${port}/`, { signal, resolve })).rejects.toThrow(NotPublic);
  }
});

test('a name that changes its mind between check and connection gains nothing', async () => {
  const port = await site((_request, response) => response.end('here'));
  let asked = 0;
  const resolve = async () => {
    asked += 1;
    return asked === 1 ? ['127.0.0.1'] : ['10.0.0.1'];
  };
  const response = await getPublic(`http://rebinding.example:${port}/`, { signal, resolve, allowLoopback: true });
  response.resume();
  expect(response.statusCode).toBe(200);
  expect(asked).toBe(1);
});

test('every redirect is checked, and there are few', async () => {
  let hits = 0;
  const port = await site((request, response) => {
    hits += 1;
    const to = new URL(request.url ?? '', 'http://x').searchParams.get('to') ?? '';
    response.writeHead(302, { location: to }).end();
  });
  const open = { signal, allowLoopback: true };
  const from = `http://127.0.0.1:${port}/?to=`;
  for (const to of ['http://10.0.0.1/', 'http://169.254.169.254/latest/', 'file:///etc/passwd', 'http://[fd00::1]/']) {
    await expect(getPublic(from + encodeURIComponent(to), open)).rejects.toThrow(NotPublic);
  }
  expect(hits).toBe(4);
  const circle = await site((_request, response) => void response.writeHead(302, { location: '/' }).end());
  await expect(getPublic(`http://127.0.0.1:${circle}/`, open)).rejects.toThrow('Too many redirects');
});
