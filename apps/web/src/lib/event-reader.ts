export type ServerEvent = { event: string; data: string; id: string };

/** Takes the text of an event stream piece by piece, cut anywhere, and tells each event when it is whole. */
export function eventReader(onEvent: (event: ServerEvent) => void): (piece: string) => void {
  let rest = '';
  let event: ServerEvent = { event: 'message', data: '', id: '' };

  const takeLine = (line: string) => {
    if (line === '') {
      if (event.data) onEvent({ ...event, data: event.data.slice(0, -1) });
      event = { event: 'message', data: '', id: '' };
      return;
    }
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (field === 'event') event.event = value;
    if (field === 'data') event.data += `${value}\n`;
    if (field === 'id') event.id = value;
  };

  return (piece) => {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) takeLine(line);
  };
}
