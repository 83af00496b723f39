import { REQUEST_ID_HEADER, type ReportData } from '@mixreel/contract';

type OnCall = (data: ReportData) => void;

/** Looks at every request of the app, by XMLHttpRequest or fetch, and tells how its answer was. */
export function watchRequests(isOurs: (address: string) => boolean, onCall: OnCall): void {
  watchFetch(isOurs, onCall);
  watchXhr(isOurs, onCall);
}

function watchFetch(isOurs: (address: string) => boolean, onCall: OnCall): void {
  const fetchAsBefore = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const began = performance.now();
    const response = await fetchAsBefore(input, init);
    const address = response.url || (input instanceof Request ? input.url : String(input));
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    if (response.body && !isStream && isOurs(address)) {
      const copy = response.clone();
      void copy.text().then(
        (text) => onCall(describe(address, began, copy.status, text, copy.headers.get(REQUEST_ID_HEADER))),
        () => {},
      );
    }
    return response;
  };
}

function watchXhr(isOurs: (address: string) => boolean, onCall: OnCall): void {
  const { open, send } = XMLHttpRequest.prototype;
  const addresses = new WeakMap<XMLHttpRequest, string>();
  XMLHttpRequest.prototype.open = function watchedOpen(this: XMLHttpRequest, ...args: unknown[]) {
    addresses.set(this, String(args[1]));
    return Reflect.apply(open, this, args);
  };
  XMLHttpRequest.prototype.send = function watchedSend(this: XMLHttpRequest, body?: unknown) {
    const began = performance.now();
    this.addEventListener('load', () => {
      const address = this.responseURL || (addresses.get(this) ?? '');
      if (!isOurs(address) || (this.responseType !== '' && this.responseType !== 'text') || !this.responseText) return;
      onCall(describe(address, began, this.status, this.responseText, this.getResponseHeader(REQUEST_ID_HEADER)));
    });
    return Reflect.apply(send, this, [body]);
  };
}

function describe(
  address: string,
  began: number,
  http_code: number,
  text: string,
  request_id: string | null,
): ReportData {
  const { code = null, message = null } = parse(text);
  return {
    duration: Math.round(performance.now() - began),
    http_code,
    error_code: code,
    // The query may hold what people typed, and keys.
    api_url: new URL(address, window.location.href).pathname,
    error_message: message,
    request_id,
  };
}

function parse(text: string): { code?: number | string; message?: string } {
  try {
    return (JSON.parse(text) ?? {}) as { code?: number; message?: string };
  } catch {
    return {};
  }
}
