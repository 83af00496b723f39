import { expect, test } from 'vitest';
import { eventReader, type ServerEvent } from './event-reader.ts';

const STREAM =
  ': open\n\nid: 7\nevent: result\ndata: {"a":\ndata: 1}\n\n: alive\n\nevent: message\ndata: 二\n\ndata: unfinished';
const EVENTS = [
  { event: 'result', data: '{"a":\n1}', id: '7' },
  { event: 'message', data: '二', id: '' },
];

test('events are told whole, wherever the pieces were cut', () => {
  for (let size = 1; size <= STREAM.length; size += 1) {
    const told: ServerEvent[] = [];
    const read = eventReader((event) => told.push(event));
    for (let at = 0; at < STREAM.length; at += size) read(STREAM.slice(at, at + size));
    expect(told).toEqual(EVENTS);
  }
});

test('lines may end as on any system', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const told: ServerEvent[] = [];
    const read = eventReader((event) => told.push(event));
    for (const character of STREAM.replaceAll('\n', end)) read(character);
    expect(told).toEqual(EVENTS);
  }
});
