import { availableParallelism, totalmem } from 'node:os';
import { badChat, findChat, type FoundChat } from '#chat/find-chat.ts';
import { isLlamaInstalled } from '#chat/llama.ts';
import { AiError } from '#errors.ts';
import type { ChatAnswer, ChatRequest } from '#providers/provider.ts';
import { type ModelProcess, openModelProcess } from '#runtime/model-process.ts';

export type CheckInput = { found: FoundChat };
export type ChatInput = { found: FoundChat; memoryBytes: number; request: ChatRequest };
export type ChatPart = { loaded: true } | { more: string };
export type ChatDone = Required<ChatAnswer> & { tokens: { sent: number; written: number } };

/** `name` is what to call it; `problem` why it cannot be used, in Chinese, as far as is known. */
export type ChatState = { name: string; problem: string | null };

/** A language model that an administrator put into a folder. */
export type ChatModel = {
  /** Null where there is no folder for one. Looks at names and sizes only. */
  state(): ChatState | null;
  /** Looks into the files, in the model's process, unless that was done; what is wrong is in `state` then. */
  check(): Promise<void>;
  write(
    request: ChatRequest,
    options?: { signal?: AbortSignal | undefined; onText?: ((text: string) => void) | undefined },
  ): Promise<ChatDone>;
  /** The process id while the model is loaded. */
  pid(): number | undefined;
  close(): Promise<void>;
};

type Options = { folder: string; llama: string; idleMs?: number };

/** Loading gigabytes takes longer than a person thinks about the next sentence. */
const IDLE_MS = 300_000;
/** Of the machine's memory, where nobody said how much. */
const MEMORY_SHARE = 0.75;
const THREADS_MAX = 8;
/** Only heads of files are read in it, and seldom. */
const CHECKER = { threads: 1, idleMs: 10_000, memoryMb: 1500 };
const NAMELESS = '自备模型';

/**
 * Threads of llama.cpp wait for each other by turning in a circle: with as many as there are cores, one that is needed elsewhere
 * stops them all. On two busy cores two threads took three hundred times as long as one.
 */
function usualThreads(): number {
  return Math.min(THREADS_MAX, Math.max(1, Math.floor(availableParallelism() / 2)));
}

function machineBytes(): number {
  const limited = process.constrainedMemory();
  return limited > 0 && limited < totalmem() ? limited : totalmem();
}

function memoryBytesOf({ settings: { memory_gb } }: FoundChat): number {
  return memory_gb === null ? machineBytes() * MEMORY_SHARE : memory_gb * 1e9;
}

export function openChatModel({ folder, llama, idleMs = IDLE_MS }: Options): ChatModel {
  let running: { identity: string; model: ModelProcess } | undefined;
  let known: { identity: string; problem: string | null } | undefined;
  let checking: { identity: string; done: Promise<void> } | undefined;
  const checker = openModelProcess(CHECKER);
  let isClosed = false;

  function processFor(found: FoundChat): ModelProcess {
    if (isClosed) throw new AiError('closed');
    if (running?.identity !== found.identity) {
      // Another file: what is written by the old one goes wrong now, rather than two models fill the memory.
      void running?.model.close();
      const threads = found.settings.threads ?? usualThreads();
      const model = openModelProcess({ threads, idleMs, memoryMb: memoryBytesOf(found) / 1e6 });
      running = { identity: found.identity, model };
    }
    return running.model;
  }

  function note({ identity }: FoundChat, problem: string | null): void {
    known = { identity, problem };
  }

  async function look(found: FoundChat): Promise<void> {
    try {
      await checker.run('checkChat', { found });
      if (known?.identity !== found.identity) note(found, null);
    } catch (error) {
      if (error instanceof AiError && error.kind === 'bad-model') note(found, error.message);
      // That the process died of memory or was closed says nothing about the file.
      else if (!(error instanceof AiError)) throw error;
    }
  }

  return {
    state() {
      try {
        const found = findChat(folder);
        if (!found) return null;
        const problem = known?.identity === found.identity ? known.problem : null;
        return { name: found.settings.name, problem: problem ?? (isLlamaInstalled(llama) ? null : noLlama().message) };
      } catch (error) {
        if (error instanceof AiError) return { name: NAMELESS, problem: error.message };
        throw error;
      }
    },

    async check() {
      const found = orNull(() => findChat(folder));
      if (!found || known?.identity === found.identity) return;
      if (checking?.identity !== found.identity) checking = { identity: found.identity, done: look(found) };
      await checking.done;
    },

    async write(request, { signal, onText } = {}) {
      const found = findChat(folder);
      if (!found) throw new AiError('bad-model', 'no folder');
      if (!isLlamaInstalled(llama)) throw noLlama();
      const late = AbortSignal.timeout(found.settings.timeout_s * 1000);
      const stopping = signal ? AbortSignal.any([signal, late]) : late;
      let [text, isLoaded] = ['', false];
      const onPart = (part: ChatPart) => {
        isLoaded = true;
        if (!('more' in part)) return;
        text += part.more;
        onText?.(text);
      };
      try {
        const input = { found, memoryBytes: memoryBytesOf(found), request };
        const options = { folders: { llama }, signal: stopping, isGentle: true, onPart };
        const done = await processFor(found).run('chat', input, options);
        note(found, null);
        return done;
      } catch (error) {
        signal?.throwIfAborted();
        if (late.aborted) throw new AiError('late', `${found.settings.timeout_s} s`);
        if (!(error instanceof AiError)) throw error;
        if (error.kind === 'bad-model') note(found, error.message);
        if (error.kind !== 'crashed' || isLoaded) throw error;
        const reason = '自备模型不能用：加载时程序意外退出，文件可能已损坏，或 llama.cpp 不支持它';
        note(found, reason);
        throw new AiError('bad-model', error.details, reason);
      }
    },

    pid: () => running?.model.pid(),

    async close() {
      isClosed = true;
      await Promise.all([checker.close(), running?.model.close()]);
    },
  };
}

/** It may be there any moment: nothing is known of the model for it. */
function noLlama(): AiError {
  return badChat('node-llama-cpp 还没有装好：npm start 会自己安装，要能连上 npm；一直这样请看它启动时说了什么');
}

function orNull<T>(look: () => T): T | null {
  try {
    return look();
  } catch (error) {
    if (error instanceof AiError) return null;
    throw error;
  }
}
