import { readFileSync } from 'node:fs';
import type { DraftProfile } from '@mixreel/contract';
import type { PackedFile } from '#features/download/deliver.ts';
import { FOLDER_TOKEN, ROOT_TOKEN } from './draft-meta.ts';

type Given = {
  profile: DraftProfile;
  /** Where the user keeps drafts; empty: not known. */
  root: string;
  drafts: string[];
  entries: object[];
};

/** What lies beside the drafts in an archive: programs that put them where they belong, and how to use them. */
export function buildInstallers({ profile, root, drafts, entries }: Given, notes: string[]): PackedFile[] {
  const program = profile === 'capcut' ? 'capcut' : 'jianying';
  const told = { program, root, folder_token: FOLDER_TOKEN, root_token: ROOT_TOKEN, drafts, entries };
  return [
    { name: '说明.txt', source: utf8Marked(readme(root, notes)) },
    { name: 'drafts.json', source: Buffer.from(JSON.stringify(told)) },
    // Windows PowerShell takes a script without a mark for the local code page.
    { name: 'install.ps1', source: utf8Marked(scriptOf('install.ps1')) },
    { name: 'install.cmd', source: Buffer.from(scriptOf('install.cmd').replaceAll('\n', '\r\n')) },
    { name: 'install.command', source: Buffer.from(scriptOf('install.command')) },
    { name: 'install.mjs', source: Buffer.from(scriptOf('install.mjs')) },
  ];
}

function scriptOf(name: string): string {
  return readFileSync(new URL(`installer/${name}`, import.meta.url), 'utf8');
}

function utf8Marked(text: string): Buffer {
  return Buffer.from(`\u{FEFF}${text}`);
}

function readme(root: string, notes: string[]): string {
  const lines = [
    '安装草稿',
    '',
    '1. 先完全退出剪映 / CapCut（它退出时会覆盖草稿列表）。',
    '2. 解压整个压缩包，然后：',
    '   Windows：双击 install.cmd',
    '   macOS：打开「终端」，输入 zsh 和一个空格，把 install.command 拖进窗口，按回车',
    '   装有 Node.js 的电脑：node install.mjs',
    '   程序会找到草稿目录（找不到时请你输入），复制草稿、改好素材路径、备份并登记草稿列表。',
    '3. 重新打开剪映 / CapCut，草稿就在列表里。',
    '',
    root
      ? `素材路径已按你的草稿目录写好：${root}；也可以不运行程序，直接把草稿文件夹放进去。`
      : '也可以不运行程序，直接把草稿文件夹放进草稿目录；若提示素材丢失，再运行上面的程序。',
    '',
    '提示：剪映 6 及更新版本打开后会加密保存，草稿不能再导回。每条草稿的素材都在自己的文件夹里，请勿移动。',
    ...(notes.length > 0 ? ['', '请留意', '', ...notes.map((note) => `- ${note}`)] : []),
  ];
  return `${lines.join('\r\n')}\r\n`;
}
