import { XMLParser } from 'fast-xml-parser';
import { DEPTH_MAX, NODES_MAX, PART_BYTES_MAX, Refusal } from './foreign.ts';
import { readEntry } from './zip-entry.ts';

const BROKEN = '文件已损坏或不是有效的 Office 文件，请重新保存后再试';
const TOO_LARGE = '文件展开后过大，请只保留需要的内容再导入';

const LOCKED = '文件设了打开密码，请在 Office 或 WPS 里去掉密码、另存后再导入';
const OLD = '这是旧版的 doc、xls 或 ppt 文件，请另存为 docx 或 xlsx、pptx 后再导入';
/** How files begin that Office wrote before 2007, and those that it writes with a password. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** An element as the parser gives it in document order: its name holds its children, `:@` its attributes. */
export type Node = Record<string, unknown>;

/** A part of a docx or xlsx as parsed XML, or null when it is not there. */
export function readPart(bytes: Uint8Array, part: string): Node[] | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.subarray(0, COMPOUND.length).equals(COMPOUND)) {
    throw new Refusal(view.includes('EncryptedPackage', 0, 'utf16le') ? LOCKED : OLD);
  }
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw new Refusal(BROKEN);
  const content = readEntry(bytes, part, { most: PART_BYTES_MAX, broken: BROKEN, too_large: TOO_LARGE });
  return content ? parseXml(content) : null;
}

function parseXml(content: Uint8Array): Node[] {
  const text = new TextDecoder().decode(content);
  // Office never writes one; whoever does wants its entities expanded.
  if (text.includes('<!DOCTYPE')) throw new Refusal(BROKEN);
  requireModest(text);
  try {
    const parser = new XMLParser({
      preserveOrder: true,
      ignoreAttributes: false,
      trimValues: false,
      parseTagValue: false,
      parseAttributeValue: false,
    });
    return parser.parse(text) as Node[];
  } catch {
    throw new Refusal(BROKEN);
  }
}

/** Counted before it is parsed: every element becomes objects, and every one remembers the path that leads to it. */
function requireModest(text: string): void {
  let nodes = 0;
  let depth = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    const next = text[at + 1];
    if (next === '/') depth -= 1;
    else if (next !== '!' && next !== '?') {
      const end = text.indexOf('>', at);
      nodes += 1;
      if (text[end - 1] !== '/') depth += 1;
    }
    if (nodes > NODES_MAX || depth > DEPTH_MAX) throw new Refusal(TOO_LARGE);
  }
}

/** Name and children of an element; text has the name `#text`. */
export function nameOf(node: Node): string {
  return Object.keys(node).find((key) => key !== ':@') ?? '';
}

export function childrenOf(node: Node): Node[] {
  const children = node[nameOf(node)];
  return Array.isArray(children) ? (children as Node[]) : [];
}

export function attributeOf(node: Node, name: string): string | undefined {
  const value = (node[':@'] as Record<string, unknown> | undefined)?.[`@_${name}`];
  return typeof value === 'string' ? value : undefined;
}

/** All elements of a name below these, in document order, not looking inside `skipped` ones. */
export function findAll(nodes: Node[], name: string, skipped: string[] = []): Node[] {
  return nodes.flatMap((node) => {
    const own = nameOf(node);
    if (skipped.includes(own)) return [];
    return own === name ? [node] : findAll(childrenOf(node), name, skipped);
  });
}

export function textOf(nodes: Node[]): string {
  return nodes.map((node) => ('#text' in node ? String(node['#text']) : textOf(childrenOf(node)))).join('');
}
