import { cutText, type Foreign, Refusal } from './foreign.ts';
import { attributeOf, childrenOf, findAll, nameOf, type Node, readPart, textOf } from './office-file.ts';

const SLIDES_MAX = 300;
const TABLE = 'a:tbl';

/** The text of slides in their order, each a page; rows of tables are lines of `label：value`. */
export function readPptx(bytes: Uint8Array): Foreign {
  const shown = findAll(readPart(bytes, 'ppt/presentation.xml') ?? [], 'p:sldId');
  const relations = findAll(readPart(bytes, 'ppt/_rels/presentation.xml.rels') ?? [], 'Relationship');
  const parts = shown.flatMap((slide) => {
    const target = relations.find((one) => attributeOf(one, 'Id') === attributeOf(slide, 'r:id'));
    const path = target && attributeOf(target, 'Target');
    return path ? [path.startsWith('/') ? path.slice(1) : `ppt/${path}`] : [];
  });
  if (parts.length === 0) throw new Refusal('不是 PowerPoint 文件或没有页面，请选择 pptx');
  const notices = parts.length > SLIDES_MAX ? [`有 ${parts.length} 页，只读取了前 ${SLIDES_MAX} 页`] : [];
  const pages = parts.slice(0, SLIDES_MAX).map((part) => {
    const slide = readPart(bytes, part) ?? [];
    return slide.some(isHidden) ? '' : linesOf(slide).join('\n');
  });
  const { text, notices: cut } = cutText(pages.join('\n'));
  return { kind: 'text', text, notices: [...notices, ...cut], pages: cut.length > 0 ? [text] : pages };
}

/** A slide that is hidden was not meant to be read; the others keep their numbers. */
function isHidden(node: Node): boolean {
  return nameOf(node) === 'p:sld' && /^(?:0|false)$/.test(attributeOf(node, 'show') ?? '');
}

function linesOf(nodes: Node[]): string[] {
  return nodes.flatMap((node) => {
    const name = nameOf(node);
    if (name === 'a:p') return [paragraphOf(node)];
    if (name !== TABLE) return linesOf(childrenOf(node));
    return findAll(childrenOf(node), 'a:tr').map((row) => {
      const [label = '', ...rest] = findAll(childrenOf(row), 'a:tc').map((cell) =>
        linesOf(childrenOf(cell)).join(' ').trim(),
      );
      return rest.some(Boolean) ? `${label}：${rest.filter(Boolean).join('；')}` : label;
    });
  });
}

function paragraphOf(paragraph: Node): string {
  return findAll(childrenOf(paragraph), 'a:t')
    .map((run) => textOf(childrenOf(run)))
    .join('');
}
