import { expect, test, vi } from 'vitest';

const ADDRESS = '/report/web';

/** A queue whose network the test decides about: each request waits until it is answered. */
async function makeQueue() {
  const sent: { key: number; answer: () => void; fail: () => void }[] = [];
  const beaconed: number[] = [];
  let takesBeacons = true;
  const keyOf = (body: unknown) => (JSON.parse(String(body)) as { key: number }).key;
  vi.stubGlobal('window', {
    fetch: (_address: string, { body, keepalive }: RequestInit) =>
      new Promise((resolve, reject) => {
        expect(keepalive).toBe(true);
        sent.push({ key: keyOf(body), answer: () => resolve(new Response()), fail: () => reject(new TypeError()) });
      }),
  });
  vi.stubGlobal('navigator', {
    sendBeacon: (_address: string, body: string) => {
      if (takesBeacons) beaconed.push(keyOf(body));
      return takesBeacons;
    },
  });
  vi.resetModules();
  const { createQueue } = await import('./queue.ts');
  const queue = createQueue(ADDRESS);
  return {
    queue,
    sent,
    beaconed,
    keys: () => sent.map(({ key }) => key),
    refuseBeacons: () => {
      takesBeacons = false;
    },
  };
}

const settled = () => new Promise((done) => setTimeout(done));

test('what comes past four waits its turn, and goes out in order as answers come', async () => {
  const { queue, sent, keys } = await makeQueue();
  for (let key = 1; key <= 9; key += 1) queue.add({ key });
  expect(keys()).toEqual([1, 2, 3, 4]);

  sent[2]?.answer();
  await settled();
  expect(keys()).toEqual([1, 2, 3, 4, 5]);
  sent[0]?.fail();
  sent[1]?.answer();
  await settled();
  expect(keys()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  for (const { answer } of sent) answer();
  await settled();
  for (const { answer } of sent) answer();
  await settled();
  expect(keys()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('when the page may be gone soon, everything that waits is handed to the browser at once', async () => {
  const { queue, keys, beaconed } = await makeQueue();
  for (let key = 1; key <= 7; key += 1) queue.add({ key });
  queue.addNow({ key: 8 });
  expect(keys()).toEqual([1, 2, 3, 4]);
  expect(beaconed.toSorted((a, b) => a - b)).toEqual([5, 6, 7, 8]);
});

test('what the browser does not take at once goes the ordinary way later', async () => {
  const { queue, sent, keys, beaconed, refuseBeacons } = await makeQueue();
  refuseBeacons();
  for (let key = 1; key <= 5; key += 1) queue.add({ key });
  queue.addNow({ key: 6 });
  expect(beaconed).toEqual([]);
  for (const { answer } of sent) answer();
  await settled();
  expect(keys().toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
});
