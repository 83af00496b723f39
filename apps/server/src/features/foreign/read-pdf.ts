import { extractText, getDocumentProxy } from 'unpdf';
import { CHARACTERS_MAX, CUT_NOTICE, type Foreign, Refusal } from './foreign.ts';

const PAGES_MAX = 300;

/** The text of a PDF, page by page. Pictures of text have none. */
export async function readPdf(bytes: Uint8Array): Promise<Foreign> {
  if (Buffer.from(bytes.subarray(0, 1024)).indexOf('%PDF-') < 0) {
    throw new Refusal('文件已损坏或不是 PDF，请重新保存后再试');
  }
  const pdf = await getDocumentProxy(new Uint8Array(bytes)).catch(refuse);
  const { text: pages } = await extractText(pdf, { mergePages: false }).catch(refuse);
  const notices: string[] = [];
  if (pages.length > PAGES_MAX) notices.push(`有 ${pages.length} 页，只读取了前 ${PAGES_MAX} 页`);
  let left = CHARACTERS_MAX;
  const kept = pages.slice(0, PAGES_MAX).map((page) => {
    const said = page.slice(0, left).toWellFormed();
    left -= said.length;
    return said;
  });
  if (left <= 0) notices.push(CUT_NOTICE);
  const text = kept.join('\n');
  if (!/[\p{L}\p{N}]/u.test(text)) throw new Refusal('这个 PDF 里没有文字，可能是扫描的图片，请换成文字版');
  return { kind: 'text', text, notices, pages: kept };
}

function refuse(error: unknown): never {
  if ((error as Error).name === 'PasswordException') throw new Refusal('PDF 设了打开密码，请去掉密码、另存后再试');
  throw new Refusal('PDF 已损坏，读不出来，请重新导出后再试');
}
