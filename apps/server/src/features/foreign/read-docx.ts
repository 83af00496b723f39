import { Refusal } from './foreign.ts';
import { childrenOf, findAll, nameOf, type Node, readPart, textOf } from './office-file.ts';

/** Deleted text, field codes, and the copy of a text box for old programs. */
const NOT_SHOWN = ['w:del', 'w:instrText', 'mc:Fallback'];

/** The paragraphs of a Word file, those of tables included; an empty paragraph is an empty line. */
export function readDocx(bytes: Uint8Array): string {
  const document = readPart(bytes, 'word/document.xml');
  if (!document) throw new Refusal('不是 Word 文件，请选择 docx');
  return findAll(document, 'w:p', NOT_SHOWN)
    .map((paragraph) => runsOf(childrenOf(paragraph)))
    .join('\n');
}

function runsOf(nodes: Node[]): string {
  return nodes
    .map((node) => {
      const name = nameOf(node);
      if (NOT_SHOWN.includes(name)) return '';
      if (name === 'w:t') return textOf(childrenOf(node));
      if (name === 'w:br' || name === 'w:cr') return '\n';
      if (name === 'w:tab') return ' ';
      return runsOf(childrenOf(node));
    })
    .join('');
}
