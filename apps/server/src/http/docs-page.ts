import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type Call, ERRORS, type Plain, SCOPE_WORDS, contract } from '@mixreel/contract';
import { z } from 'zod';

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --accent: #1677ff; }
body { font: 14px/1.6 system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', sans-serif; margin: 0 auto; max-width: 960px; padding: 32px 24px 96px; }
h1 { font-size: 24px; } h2 { font-size: 18px; margin-top: 40px; }
input { font: inherit; width: 100%; box-sizing: border-box; padding: 8px 12px; border: 1px solid var(--line); border-radius: 8px; }
details { border: 1px solid var(--line); border-radius: 8px; margin: 8px 0; }
summary { cursor: pointer; padding: 8px 12px; display: flex; gap: 12px; align-items: baseline; flex-wrap: wrap; }
summary:focus-visible, input:focus-visible { outline: 2px solid var(--accent); }
summary b { min-width: 44px; color: var(--accent); } summary code { flex: none; } summary small { margin-left: auto; opacity: .75; }
pre { margin: 0; padding: 12px; background: var(--soft); overflow: auto; font-size: 12px; }
details p { margin: 8px 12px; } h4 { margin: 8px 12px 4px; font-weight: 600; } table { border-collapse: collapse; } td, th { padding: 4px 16px 4px 0; text-align: left; }`;

const SCRIPT = `
const field = document.querySelector('input');
field.addEventListener('input', () => {
  const word = field.value.trim().toLowerCase();
  for (const one of document.querySelectorAll('details')) one.hidden = !one.textContent.toLowerCase().includes(word);
  for (const part of document.querySelectorAll('section')) part.hidden = !part.querySelector('details:not([hidden])');
});`;

const ACCESS = { public: '无需登录', session: '登录', privileged: '登录且已开通', admin: '管理员' } as const;

export const DOCS_POLICY = `default-src 'none'; style-src ${hash(STYLE)}; script-src ${hash(SCRIPT)}; base-uri 'none'; frame-ancestors 'none'`;

/** Every call on one page, searchable, without any outside script. */
export async function docsPage(title: string): Promise<string> {
  const sections: string[] = [];
  for (const [feature, group] of Object.entries(contract)) {
    // All at once they would keep everybody waiting.
    await setImmediate();
    const calls = Object.entries<Call | Plain>(group).map(([name, entry]) => entryHtml(`${feature}.${name}`, entry));
    sections.push(`<section><h2>${feature}</h2>${calls.join('')}</section>`);
  }
  const errors = Object.entries(ERRORS).map(
    ([name, { code, status, message }]) =>
      `<tr><td>${code}</td><td>${status}</td><td>${name}</td><td>${escape(message)}</td></tr>`,
  );
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>接口文档 - ${escape(title)}</title><style>${STYLE}</style></head><body><h1>接口文档</h1>
<p>每个回答都是 <code>{ code, message, data }</code>，code 为 0 表示成功。机器可读的版本：<a href="/api/openapi.json">/api/openapi.json</a></p>
${tokensHtml()}
<input type="search" placeholder="按地址、名称、字段查找" aria-label="查找接口">${sections.join('')}
<section><h2>错误码</h2><table><tr><th>code</th><th>HTTP</th><th>名称</th><th>默认消息</th></tr>${errors.join('')}</table></section>
<script>${SCRIPT}</script></body></html>`;
}

/** How a program makes calls; each of these is made in a test. */
export const EXAMPLES = [
  { title: '这个空间的项目', call: contract.project.list, input: {} },
  { title: '新建项目', call: contract.project.add, input: { project_name: '夏季上新', sku_name: '山丘冷萃' } },
  { title: '可用的音乐', call: contract.music.list, input: {} },
];

function tokensHtml(): string {
  const examples = EXAMPLES.map(({ title, call: { method, path }, input }) => {
    const body = method === 'POST' ? ` \\\n  -H 'content-type: application/json' -d '${JSON.stringify(input)}'` : '';
    return `# ${title}\ncurl -H "authorization: Bearer $TOKEN" $SITE${path}${body}`;
  });
  return `<section><h2>用程序调用</h2>
<p>在「账号与安全 › 访问令牌」新建一个令牌：它代表你，只在一个空间里，按给它的权限（查看、修改、制作）工作，可以随时吊销。放在 <code>authorization: Bearer</code> 里；每个接口需要的权限写在它的右边，没有写的只能本人登录后进行。</p>
<pre>${escape(examples.join('\n\n'))}</pre>
<p>其他智能体用 MCP（Streamable HTTP）：地址 <code>/mcp</code>，同一个令牌。它看到的工具就是下面的接口，不会多于令牌的权限。</p></section>`;
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function entryHtml(key: string, entry: Call | Plain): string {
  const space = entry.kind !== 'plain' && entry.space ? ` · 空间由 ${entry.space.by} 决定（${entry.space.role}）` : '';
  const scope = entry.kind !== 'plain' && entry.scope ? ` · 令牌：${SCOPE_WORDS[entry.scope].name}` : '';
  const head = `<summary><b>${entry.kind === 'stream' ? 'SSE' : entry.method}</b><code>${escape(entry.path)}</code><span>${escape(
    entry.summary,
  )}</span><small>${ACCESS[entry.access]}${space}${scope}</small></summary>`;
  if (entry.kind === 'plain') return `<details>${head}<pre>不使用统一的回答格式</pre></details>`;
  const more = entry.details ? `<p>${escape(entry.details)}</p>` : '';
  return `<details>${head}${more}<h4>${key} 的输入</h4><pre>${shape(entry.input, 'input')}</pre><h4>data</h4><pre>${shape(
    entry.output,
    'output',
  )}</pre></details>`;
}

function shape(schema: z.ZodType, io: 'input' | 'output'): string {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return escape(JSON.stringify(rest, null, 2));
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
