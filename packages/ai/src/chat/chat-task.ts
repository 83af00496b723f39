import type { ChatInput, ChatPart, CheckInput } from '#chat/chat.ts';
import { badChat, type FoundChat } from '#chat/find-chat.ts';
import { inWords, readGguf } from '#chat/gguf.ts';
import { toGrammarSchema } from '#chat/grammar-schema.ts';
import { type HistoryItem, importLlama, type LlamaLibrary } from '#chat/llama.ts';
import { AiError } from '#errors.ts';
import type { ChatMessage } from '#providers/provider.ts';
import type { Task } from '#runtime/tasks.ts';

/** Networks that read and do not write. */
const NO_WRITERS = /bert|^clip$|encoder|wavtokenizer|whisper|^t5/;
/** Besides the weights: what the library itself needs, and what it computes in. */
const BESIDES_BYTES = 0.4e9;
const TELL_MS = 30;
/** Fewer tokens than this are no answer. */
const LEAST_ANSWER = 64;
const SAID_MOST = 4000;

/** Says what is wrong with the files, without loading them. */
export const runCheckChat: Task<'checkChat'> = async ({ found }: CheckInput) => {
  const { architecture, kind, template } = readGguf(found.path);
  if (kind !== 'model') throw badChat(`这是 ${kind} 文件，不是模型`);
  if (architecture === '') throw badChat('文件没有写明架构（general.architecture）');
  if (NO_WRITERS.test(architecture)) throw badChat(`这是 ${architecture} 模型，不会写文字`);
  if (template === null) throw badChat('没有对话模板（tokenizer.chat_template）：请换成 Instruct 或 Chat 版的模型');
  return { architecture };
};

/** Lets the model answer; it is loaded by the first who asks. */
export const runChat: Task<'chat'> = async ({ found, memoryBytes, request }: ChatInput, tools) => {
  const before = process.cpuUsage();
  const { library, llama, model, wrapper, context, chat } = await loaded(
    found,
    memoryBytes,
    tools.folders['llama'] ?? '',
    tools.threads,
  );
  await tools.tell({ loaded: true });
  const history = toHistory(request.messages);
  const { length: sent } = wrapper.generateContextState({ chatHistory: history }).contextText.tokenize(model.tokenizer);
  const room = context.contextSize - sent;
  if (room < LEAST_ANSWER) {
    const told = `内容太长：模型一次只能记住 ${context.contextSize} 个词元，这次有 ${sent} 个，请分几次，或在 chat.json 里调大 context`;
    throw new AiError('too-much', `${sent} of ${context.contextSize}`, told);
  }
  const grammar = request.schema && (await llama.createGrammarForJsonSchema(toGrammarSchema(request.schema)));
  const telling = toldInTurn(tools.tell);
  let written = 0;
  try {
    // More than there is room for would push what it was told out of its mind, facts and all.
    const { response, metadata } = await chat.generateResponse(history, {
      maxTokens: Math.min(request.max_tokens, room),
      temperature: request.temperature,
      signal: tools.signal,
      ...(grammar !== null && { grammar }),
      budgets: { thoughtTokens: 0 },
      onTextChunk: telling.add,
      onToken: (tokens) => (written += tokens.length),
    });
    await telling.end();
    const { user, system } = process.cpuUsage(before);
    const tokens = { sent, written };
    return {
      text: response,
      tokens,
      is_cut_off: metadata.stopReason === 'maxTokens',
      cpu_seconds: (user + system) / 1e6,
    };
  } catch (error) {
    tools.signal.throwIfAborted();
    throw inOurWords(library, error);
  }
};

/** A word at a time would be a message each; nobody reads that fast. */
function toldInTurn(tell: (part: ChatPart) => Promise<void>) {
  let [pending, last] = ['', 0];
  const flush = () => {
    const more = pending;
    [pending, last] = ['', performance.now()];
    return more === '' ? Promise.resolve() : tell({ more });
  };
  return {
    add(text: string) {
      pending += text;
      if (performance.now() - last >= TELL_MS) void flush();
    },
    end: flush,
  };
}

function wordsOf({ content }: ChatMessage): string {
  if (typeof content === 'string') return content;
  return content.map((part) => ('text' in part ? part.text : '')).join('');
}

/** One word of the system, first; then both sides in turn, as templates want it; then what is to be written. */
export function toHistory(messages: ChatMessage[]): HistoryItem[] {
  const system = messages.filter(({ role }) => role === 'system').map(wordsOf);
  const history: HistoryItem[] = system.length > 0 ? [{ type: 'system', text: system.join('\n\n') }] : [];
  for (const message of messages.filter(({ role }) => role !== 'system')) {
    const text = wordsOf(message);
    const last = history.at(-1);
    if (message.role === 'assistant') history.push({ type: 'model', response: [text] });
    else if (last?.type === 'user') last.text += `\n\n${text}`;
    else history.push({ type: 'user', text });
  }
  return [...history, { type: 'model', response: [''] }];
}

type Loaded = Awaited<ReturnType<typeof load>>;
let held: { path: string; model: Promise<Loaded> } | undefined;

/** One process has one model: another one gets another process. */
function loaded(found: FoundChat, memoryBytes: number, folder: string, threads: number): Promise<Loaded> {
  if (held?.path !== found.path) held = { path: found.path, model: load(found, memoryBytes, folder, threads) };
  const { model } = held;
  model.catch(() => (held = undefined));
  return model;
}

async function load(found: FoundChat, memoryBytes: number, folder: string, threads: number) {
  await runCheckChat({ found }, NO_TOOLS);
  const needed = found.bytes + BESIDES_BYTES;
  if (needed > memoryBytes) {
    const told = `内存不足：自备模型要约 ${inWords(needed)}，这台机器上最多给它 ${inWords(memoryBytes)}，请换小一些的模型`;
    throw new AiError('memory', `${needed} of ${memoryBytes}`, told);
  }
  const library = await importLlama(folder);
  try {
    // It neither fetches nor compiles anything; and what runs here has no network.
    const llama = await library.getLlama({
      build: 'never',
      skipDownload: true,
      gpu: 'auto',
      maxThreads: threads,
      logLevel: 'error',
      logger: (_level, message) => (said = `${said}${message}\n`.slice(-SAID_MOST)),
      progressLogs: false,
    });
    const model = await llama.loadModel({ modelPath: found.path });
    const contextSize = Math.min(found.settings.context, model.trainContextSize);
    const context = await model.createContext({ contextSize, threads });
    const wrapper = library.resolveChatWrapper(model, { customWrapperSettings: { qwen: { thoughts: 'discourage' } } });
    const chat = new library.LlamaChat({ contextSequence: context.getSequence(), chatWrapper: wrapper });
    return { library, llama, model, wrapper, context, chat };
  } catch (error) {
    throw inOurWords(library, error);
  }
}

/** What llama.cpp itself said was wrong: the library's errors do not tell. */
let said = '';

const NO_TOOLS = { folders: {}, threads: 1, signal: new AbortController().signal, tell: () => Promise.resolve() };

function inOurWords({ NoBinaryFoundError, InsufficientMemoryError }: LlamaLibrary, error: unknown): unknown {
  if (error instanceof AiError || !(error instanceof Error)) return error;
  const details = `${said}${error.stack ?? error.message}`;
  const is = (kind: abstract new (...args: never) => Error) => error instanceof kind;
  if (is(InsufficientMemoryError)) return new AiError('memory', details);
  if (is(NoBinaryFoundError)) {
    return badChat(`node-llama-cpp 没有适合这台机器（${process.platform}-${process.arch}）的程序`, details);
  }
  if (/unknown model architecture/i.test(details)) return badChat('llama.cpp 还不认识它的架构，请换一个模型', details);
  if (/fail\w* to load model|load the model|create context/i.test(details)) {
    const [reason = error.message] = said.trim().split('\n');
    return badChat(`llama.cpp 打不开它（${reason.slice(0, 160)}）`, details);
  }
  return error;
}
