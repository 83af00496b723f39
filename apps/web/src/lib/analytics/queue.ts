import { REPORTS_IN_FLIGHT } from '@mixreel/contract';

// Taken before the shim replaces it: reports about reports would never end.
const plainFetch = window.fetch.bind(window);

/** Sends records, a few at a time. When the page may be gone soon, what waits is handed to the browser at once. */
export function createQueue(address: string) {
  const waiting: string[] = [];
  let inFlight = 0;

  const next = () => {
    while (inFlight < REPORTS_IN_FLIGHT && waiting.length > 0) {
      const body = waiting.shift() ?? '';
      inFlight += 1;
      const headers = { 'content-type': 'application/json;charset=UTF-8' };
      // The answer matters to nobody: a report that is lost is lost.
      plainFetch(address, { method: 'POST', headers, body, keepalive: true })
        .catch(() => {})
        .finally(() => {
          inFlight -= 1;
          next();
        });
    }
  };
  return {
    add(record: object) {
      waiting.push(JSON.stringify(record));
      next();
    },
    /** Past the limit of four: a page that is being closed has no later. */
    flush() {
      for (const body of waiting.splice(0)) {
        if (!navigator.sendBeacon(address, body)) waiting.push(body);
      }
      next();
    },
    addNow(record: object) {
      const body = JSON.stringify(record);
      if (!navigator.sendBeacon(address, body)) waiting.push(body);
      this.flush();
    },
  };
}
