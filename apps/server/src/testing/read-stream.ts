/** Whether an event stream is open, and a promise of its end. */
export async function openStream(url: string, token: string) {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const reader = response.body?.getReader();
  if (!reader) throw new Error('The stream has no body');
  const type = response.headers.get('content-type') ?? '';
  const ended = (async () => {
    for (;;) {
      const { done } = await reader.read();
      if (done) return;
    }
  })();
  return { type, ended };
}
