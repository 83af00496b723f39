import { pageLinkProblem } from '@mixreel/contract';

/** One line of the link import, with what is wrong with it. */
export type LinkLine = { text: string; url: string | null; problem: string | null };

const LINKS_MAX = 50;
const LENGTH_MAX = 2000;

/** Links as people paste them: one a line, empty lines left out, words around a link cut off. */
export function readLinks(text: string): LinkLine[] {
  const seen = new Set<string>();
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line, n) => {
      const url = /https?:\/\/\S+/i.exec(line)?.[0] ?? line;
      const problem =
        problemOf(url) ?? (seen.has(url) ? '和上面的链接重复' : n >= LINKS_MAX ? '一次最多 50 个链接' : null);
      seen.add(url);
      return { text: line, url: problem ? null : url, problem };
    });
}

function problemOf(text: string): string | null {
  if (!/^https?:\/\//i.test(text)) return '链接要以 http:// 或 https:// 开头';
  if (text.length > LENGTH_MAX) return '链接太长';
  const address = URL.canParse(text) ? new URL(text) : null;
  if (!address?.hostname.includes('.') && !address?.hostname.startsWith('[')) return '地址不完整';
  if (address.username || address.password) return '链接里不能带用户名和密码';
  return pageLinkProblem(text);
}
