// Installs what runs an administrator's own language model, where there is one. `npm start` runs it beside the product, which
// says in 管理 › AI 引擎 what is missing until it is there.
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isLlamaInstalled, llamaFolder } from '../packages/ai/src/chat/llama.ts';
import { packsDir } from '../packages/ai/src/packs/packs-dir.ts';
import { installLlama } from './install-llama.ts';

const dir = packsDir(process.env);
const folder = llamaFolder(dir);
if (hasModel(join(dir, 'chat')) && !isLlamaInstalled(folder)) {
  if (process.env['PACKS_FETCH'] === 'false') {
    console.log(
      `自备模型要用 node-llama-cpp，但 PACKS_FETCH 为 false：没有安装，可从别的机器拷贝 ${basename(folder)} 文件夹`,
    );
  } else {
    console.log('正在安装 node-llama-cpp（自备模型要用，约 45 MB）…');
    await installLlama(folder).catch((error: unknown) => {
      console.log(
        `node-llama-cpp 没有装好，自备模型暂时不能用：\n${error instanceof Error ? error.message : String(error)}`,
      );
    });
  }
}

function hasModel(chat: string): boolean {
  try {
    return readdirSync(chat).some((name) => /\.gguf$/i.test(name));
  } catch {
    // There is no such folder, as nearly everywhere.
    return false;
  }
}
