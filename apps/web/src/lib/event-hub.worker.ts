import { createHub, type FromHub, type ToHub } from './event-hub.ts';

/** Pages in the background may speak once a minute; those that were closed by force never say goodbye. */
const SILENT_MS = 300_000;

const hub = createHub();
setInterval(() => hub.forgetSilent(SILENT_MS), 60_000);

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  if (!port) return;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port, which has no other origins
  const take = hub.join((told: FromHub) => port.postMessage(told));
  port.addEventListener('message', ({ data }: MessageEvent<ToHub>) => take(data));
  port.start();
});
