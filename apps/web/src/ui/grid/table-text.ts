/** Tables as other programs put them on the clipboard: text with tabs, or a table of a page. */

/** `"` around what holds tabs, newlines or quotes, as Excel, WPS and Feishu write it. */
export function readTabbed(text: string): string[][] {
  const rows: string[][] = [];
  const quoted = /"((?:[^"]|"")*)"(?=\t|\r\n|\r|\n|$)/y;
  const plain = /[^\t\r\n]*/y;
  // What Excel copies ends with a newline that begins no row.
  const whole = text.replace(/(\r\n|\r|\n)$/, '');
  let row: string[] = [];
  for (let at = 0; at <= whole.length;) {
    quoted.lastIndex = at;
    plain.lastIndex = at;
    const inside = quoted.exec(whole);
    const found = inside ?? plain.exec(whole);
    const cell = inside ? (inside[1] ?? '').replaceAll('""', '"') : (found?.[0] ?? '');
    row.push(cell.replace(/\r\n?/g, '\n'));
    at += found?.[0].length ?? 0;
    if (whole[at] === '\t') at += 1;
    else {
      rows.push(row);
      row = [];
      at += whole.startsWith('\r\n', at) ? 2 : 1;
    }
  }
  return rows;
}

export function writeTabbed(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => (/[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => row.map(cell).join('\t')).join('\n');
}

const ATTRIBUTES = `(?:"[^"]*"|'[^']*'|[^>"'])*`;
const TR = new RegExp(`<tr(?=[\\s/>])(${ATTRIBUTES})>([\\s\\S]*?)(?=<tr[\\s/>]|</tr>|</table>|$)`, 'gi');
const TD = new RegExp(`<t[dh](?=[\\s/>])(${ATTRIBUTES})>([\\s\\S]*?)(?=<t[dh][\\s/>]|</t[dh]>|$)`, 'gi');
/** Excel and WPS end their tables with a row of nothing but widths; Excel copies rows that a filter hides as well. */
const HIDDEN = /display\s*:\s*none/i;
/** Feishu leaves newlines as they are. */
const KEEPS_LINES = /white-space\s*:\s*(?:pre|break-spaces)/i;

/** The first table of a page; null when there is none. Merged cells count once, the others they cover are empty. */
export function readHtmlTable(html: string): string[][] | null {
  const table = /<table[\s\S]*?<\/table>/i.exec(html)?.[0];
  if (!table) return null;
  const rows: string[][] = [];
  const covered = new Set<string>();
  for (const [, shown = '', inner = ''] of table.matchAll(TR)) {
    if (HIDDEN.test(shown)) continue;
    const row: string[] = [];
    for (const [, about = '', content = ''] of inner.matchAll(TD)) {
      while (covered.has(`${rows.length} ${row.length}`)) row.push('');
      const [down, along] = [spanOf(about, 'rowspan'), spanOf(about, 'colspan')];
      for (let y = 0; y < down; y += 1) {
        for (let x = 0; x < along; x += 1) covered.add(`${rows.length + y} ${row.length + x}`);
      }
      row.push(textOf(content, KEEPS_LINES.test(about)), ...Array.from({ length: along - 1 }, () => ''));
    }
    while (covered.has(`${rows.length} ${row.length}`)) row.push('');
    rows.push(row);
  }
  return rows.length > 0 ? rows : null;
}

/** Excel would make two rows of a cell with a line break, and a day of 3-5, unless told otherwise. */
export function writeHtmlTable(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => {
    const words = /^-?[\d.]+$/.test(text) ? '' : `mso-number-format:'\\@';`;
    return `<td style="white-space:pre-wrap;${words}">${escape(text).replaceAll('\n', '<br>')}</td>`;
  };
  const table = rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('');
  return `<style>br{mso-data-placement:same-cell;}</style><table>${table}</table>`;
}

/** What is on the clipboard as a table; null: nothing of the kind. */
export function readClipboard(data: Pick<DataTransfer, 'getData'>): string[][] | null {
  const text = data.getData('text/plain');
  const table = readHtmlTable(data.getData('text/html'));
  if (table) return table;
  return text ? readTabbed(text) : null;
}

const SPAN_MAX = 500;

function spanOf(about: string, name: string): number {
  const span = Number(new RegExp(`${name}\\s*=\\s*["']?(\\d+)`, 'i').exec(about)?.[1] ?? 1);
  return Math.max(1, Math.min(SPAN_MAX, span));
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function textOf(html: string, keepsLines: boolean): string {
  return html
    .replace(/<!--[\s\S]*?-->|<(style|script)[\s\S]*?<\/\1>/gi, '')
    .replace(keepsLines ? /\r\n?/g : /\s+/g, keepsLines ? '\n' : ' ')
    .replace(/ ?<br[^>]*> ?/gi, '\n')
    .replace(/<\/(p|div|li)>\s*(?=<(p|div|li|ul|ol)[\s>])/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(#x?[\da-f]+|\w+);/gi, (whole, name: string) => {
      if (!name.startsWith('#')) return NAMED[name.toLowerCase()] ?? whole;
      const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    })
    .replaceAll('\u00a0', ' ')
    .trim();
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
