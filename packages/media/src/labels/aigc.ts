/** How sure it is that content was made with AI: it is, it may be, it is suspected. */
export type AigcCertainty = '1' | '2' | '3';

/** The hidden label of GB 45438-2025, appendix E, with its fields under their official names. */
export type Aigc = {
  Label: AigcCertainty;
  ContentProducer: string;
  ProduceID: string;
  ReservedCode1: string;
  ContentPropagator: string;
  PropagateID: string;
  ReservedCode2: string;
};

/** The name of the label inside a file. */
export const AIGC_KEY = 'AIGC';

const XMP_NAMESPACE = 'http://www.tc260.org.cn/ns/AIGC/1.0/';

/**
 * The label of a file that we make. `producer` is the code or name of the organisation, `contentId` our number for
 * this file. The fields for those who spread it later stay empty, as they are not ours to fill.
 */
export function aigcLabel({
  producer,
  contentId,
  integrity = '',
}: {
  producer: string;
  contentId: string;
  integrity?: string;
}): Aigc {
  if (producer.trim() === '') throw new Error('请先在设置里填写生成服务提供者的编码或名称。');
  if (contentId.trim() === '') throw new Error('The content needs an id');
  return {
    Label: '1',
    ContentProducer: producer.trim(),
    ProduceID: contentId,
    ReservedCode1: integrity,
    ContentPropagator: '',
    PropagateID: '',
    ReservedCode2: '',
  };
}

/** The label as the text that is stored. */
export function aigcText(label: Aigc): string {
  return JSON.stringify(label);
}

/** Read a stored label; undefined when the text is none. Unknown certainty counts as suspected, never as clean. */
export function readAigc(text: string): Aigc | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  // Some writers wrap the fields once more in their key.
  const fields = isRecord(value) && isRecord(value[AIGC_KEY]) ? value[AIGC_KEY] : value;
  if (!isRecord(fields) || !('Label' in fields)) return undefined;
  const field = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '');
  const certainty = String(fields['Label']);
  return {
    Label: certainty === '1' || certainty === '2' ? certainty : '3',
    ContentProducer: field('ContentProducer'),
    ProduceID: field('ProduceID'),
    ReservedCode1: field('ReservedCode1'),
    ContentPropagator: field('ContentPropagator'),
    PropagateID: field('PropagateID'),
    ReservedCode2: field('ReservedCode2'),
  };
}

/**
 * ffmpeg arguments, in pairs, that store the label in an MP4, MOV or M4A. Without `use_metadata_tags` the key vanishes
 * without a word. Other containers take the metadata alone; WAV drops it and must not be used for AI sound.
 */
export function aigcArgs(label: Aigc): [string, string][] {
  return [
    ['-movflags', '+use_metadata_tags'],
    ['-metadata', `${AIGC_KEY}=${aigcText(label)}`],
  ];
}

/** The label as an XMP packet for PNG, JPEG, WebP and AVIF. */
export function aigcXmp(label: Aigc): string {
  return [
    '<?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    description(label),
    '</rdf:RDF></x:xmpmeta>',
    '<?xpacket end="w"?>',
  ].join('');
}

function description(label: Aigc): string {
  const text = escapeXml(aigcText(label));
  return `<rdf:Description rdf:about="" xmlns:TC260="${XMP_NAMESPACE}"><TC260:AIGC>${text}</TC260:AIGC></rdf:Description>`;
}

/** An XMP packet with the label in place of the one it has, if any, and all else that it tells. */
export function addAigcXmp(xmp: string, label: Aigc): string {
  const bare = withoutElements(xmp).replaceAll(/\sTC260:AIGC="[^"]*"/g, '');
  const end = bare.lastIndexOf('</rdf:RDF>');
  return end < 0 ? aigcXmp(label) : bare.slice(0, end) + description(label) + bare.slice(end);
}

/** Read the label out of an XMP packet; undefined when it has none. */
export function readAigcXmp(xmp: string): Aigc | undefined {
  const element = findElement(xmp, 0);
  const inside = element && xmp.slice(element.from + OPEN.length, element.to - CLOSE.length);
  const attribute = /TC260:AIGC="([^"]*)"/.exec(xmp)?.[1];
  const text = inside ?? attribute;
  return text === undefined ? undefined : readAigc(unescapeXml(text));
}

const [OPEN, CLOSE] = ['<TC260:AIGC>', '</TC260:AIGC>'];

/** By hand: a pattern with an end looks for it from every beginning, which a stranger's file has as many of as it likes. */
function findElement(xmp: string, from: number): { from: number; to: number } | undefined {
  const begin = xmp.indexOf(OPEN, from);
  const end = begin < 0 ? -1 : xmp.indexOf(CLOSE, begin);
  return end < 0 ? undefined : { from: begin, to: end + CLOSE.length };
}

function withoutElements(xmp: string): string {
  const kept: string[] = [];
  let at = 0;
  for (let found = findElement(xmp, at); found; found = findElement(xmp, at)) {
    kept.push(xmp.slice(at, found.from));
    at = found.to;
  }
  return kept.join('') + xmp.slice(at);
}

/** A cut that holds AI content is AI content: the surest label among the sources, under our own name and number. */
export function inheritAigc(sources: (Aigc | undefined)[], own: Aigc): Aigc | undefined {
  const labels = sources.filter((label) => label !== undefined).map(({ Label }) => Label);
  if (labels.length === 0) return undefined;
  return { ...own, Label: labels.toSorted()[0]! };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const ENTITIES: [string, string][] = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
];

function escapeXml(text: string): string {
  return ENTITIES.reduce((result, [character, entity]) => result.replaceAll(character, entity), text);
}

function unescapeXml(text: string): string {
  return ENTITIES.toReversed().reduce((result, [character, entity]) => result.replaceAll(entity, character), text);
}
