#!/usr/bin/env node
// 把这里的草稿装进剪映 / CapCut：先退出软件，再运行 node install.mjs [草稿目录]
import { copyFileSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const told = readFileSync(join(here, 'drafts.json'), 'utf8');
const given = JSON.parse(told);
const isMac = process.platform === 'darwin';
const app = given.program === 'capcut' ? 'CapCut' : 'JianyingPro';
const base = isMac ? join(homedir(), 'Movies') : (process.env.LOCALAPPDATA ?? homedir());
const usual = join(base, app, 'User Data', 'Projects', 'com.lveditor.draft');
let root = process.argv[2] ?? [given.root, usual].find((place) => place && existsSync(place)) ?? '';
if (!existsSync(root)) {
  const line = createInterface({ input: process.stdin, output: process.stdout });
  while (!existsSync(root)) {
    root = (await line.question('请输入草稿目录（软件的 全局设置 → 草稿位置）：'))
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2');
  }
  line.close();
}
// Forward slashes on every system: the program writes them so itself.
root = resolve(root).replaceAll('\\', '/').replace(/\/$/, '');
// Given as functions below: a `$` in a path must not mean anything.
const quoted = (text) => JSON.stringify(text).slice(1, -1);

const added = new Set();
for (const name of given.drafts) {
  const target = `${root}/${name}`;
  if (existsSync(target)) {
    process.stdout.write(`已存在，跳过：${name}（要换成新的，先在软件里删除或改名原来那条）\n`);
    continue;
  }
  cpSync(join(here, name), target, { recursive: true });
  const from = given.root ? `${given.root}/${name}` : given.folder_token;
  for (const file of ['draft_content.json', 'draft_info.json', 'draft_meta_info.json']) {
    const path = join(target, file);
    const text = readFileSync(path, 'utf8')
      .replaceAll(from, () => quoted(target))
      .replace('"draft_fold_path":""', () => `"draft_fold_path":"${quoted(target)}"`)
      .replace(`"draft_root_path":"${given.root}"`, () => `"draft_root_path":"${quoted(root)}"`);
    writeFileSync(path, text);
  }
  added.add(name);
  process.stdout.write(`已安装：${name}\n`);
}

const list = `${root}/root_meta_info.json`;
const store = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8').replace(/^\uFEFF/, '')) : {};
if (added.size > 0) {
  if (existsSync(list)) copyFileSync(list, `${list}.${Date.now()}.bak`);
  const here = told.replaceAll(given.root_token, () => quoted(root));
  const entries = JSON.parse(isMac ? here.replaceAll('/draft_content.json"', '/draft_info.json"') : here).entries;
  const fresh = entries.filter(({ draft_name }) => added.has(draft_name));
  const ids = new Set(fresh.map(({ draft_id }) => draft_id));
  const others = (store.all_draft_store ?? []).filter(({ draft_id }) => !ids.has(draft_id));
  const all_draft_store = [...fresh, ...others];
  const draft_ids = (store.draft_ids ?? others.length) + fresh.length;
  writeFileSync(list, JSON.stringify({ ...store, all_draft_store, draft_ids, root_path: store.root_path ?? root }));
}
process.stdout.write('完成。请重新打开剪映 / CapCut。\n');
