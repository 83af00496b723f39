import { AppError } from '@mixreel/contract';
import { XMLParser } from 'fast-xml-parser';
import { unzipSync } from 'fflate';

/** A part of an office file may unpack to this much: a script of 500 lines needs a hundredth of it. */
const PART_BYTES_MAX = 20_000_000;
const PARTS_MAX = 40;
const BROKEN = '文件已损坏或不是有效的 Office 文件，请重新保存后再试';

/** An element as the parser gives it in document order: its name holds its children, `:@` its attributes. */
export type Node = Record<string, unknown>;

/**
 * The wanted parts of a docx or xlsx as parsed XML. What a part claims to unpack to is checked before it is unpacked,
 * and what unpacks to something else is refused: a small archive can claim or hold gigabytes.
 */
export function readParts(bytes: Uint8Array, isWanted: (name: string) => boolean): Map<string, Node[]> {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw new AppError('invalid', BROKEN);
  let count = 0;
  let isTooLarge = false;
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!isWanted(name)) return false;
        count += 1;
        isTooLarge ||= originalSize > PART_BYTES_MAX || count > PARTS_MAX;
        return !isTooLarge;
      },
    });
  } catch {
    throw new AppError('invalid', BROKEN);
  }
  if (isTooLarge) throw new AppError('invalid', '文件展开后过大，请只保留台词再导入');
  return new Map(Object.entries(files).map(([name, content]) => [name, parseXml(content)]));
}

function parseXml(content: Uint8Array): Node[] {
  const text = new TextDecoder().decode(content);
  // Office never writes one; whoever does wants its entities expanded.
  if (text.includes('<!DOCTYPE')) throw new AppError('invalid', BROKEN);
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
    throw new AppError('invalid', BROKEN);
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
