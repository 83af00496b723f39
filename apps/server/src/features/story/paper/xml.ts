const NAMES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text as it stands in XML, without the characters that no file of it may hold. */
export function xml(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- these are what is taken out
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/[&<>"]/g, (letter) => NAMES[letter] ?? '')
  );
}

/** XML that is written over several lines here and stands in one line in the file. */
export function lines(parts: TemplateStringsArray, ...values: (string | number)[]): string {
  return parts.map((part, n) => part.replace(/\n\s*/g, '') + (values[n] ?? '')).join('');
}

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
export const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006';
export const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';

/** Points in the unit of drawings. */
export function emu(points: number): number {
  return Math.round(points * 12_700);
}

type Relation = { id: string; type: string; target: string };

export function relations(list: Relation[]): string {
  const each = list.map(
    ({ id, type, target }) => `<Relationship Id="${id}" Type="${OFFICE}/relationships/${type}" Target="${target}"/>`,
  );
  return `${XML_HEAD}<Relationships xmlns="${RELATIONS}">${each.join('')}</Relationships>`;
}

/** Which kind each part of the archive is. */
export function contentTypes(parts: Record<string, string>): string {
  const each = Object.entries(parts).map(([part, type]) => `<Override PartName="${part}" ContentType="${type}"/>`);
  return lines`${XML_HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
    <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
    <Default Extension="xml" ContentType="application/xml"/>
    <Default Extension="jpeg" ContentType="image/jpeg"/>
    ${each.join('')}</Types>`;
}

/** A picture inside a drawing, the same in documents and sheets. */
export function pictureFill(prefix: string, relation: string, shown: { width: number; height: number }): string {
  return lines`<${prefix}:blipFill><a:blip r:embed="${relation}"/><a:stretch><a:fillRect/></a:stretch></${prefix}:blipFill>
    <${prefix}:spPr>
    <a:xfrm><a:off x="0" y="0"/><a:ext cx="${emu(shown.width)}" cy="${emu(shown.height)}"/></a:xfrm>
    <a:prstGeom prst="rect"><a:avLst/></a:prstGeom>
    </${prefix}:spPr>`;
}
