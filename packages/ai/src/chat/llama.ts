import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * What we use of node-llama-cpp. It is no dependency: it brings a hundred packages and is installed beside a model when there
 * is one, so that its own types may be missing here.
 */
export type LlamaLibrary = {
  getLlama(options: {
    build: 'never';
    skipDownload: true;
    gpu: 'auto';
    maxThreads: number;
    logLevel: 'error';
    logger: (level: string, message: string) => void;
    progressLogs: false;
  }): Promise<Llama>;
  resolveChatWrapper(model: Model, options: Record<string, unknown>): ChatWrapper;
  LlamaChat: new (options: { contextSequence: unknown; chatWrapper: ChatWrapper }) => Chat;
  NoBinaryFoundError: ErrorKind;
  InsufficientMemoryError: ErrorKind;
};
type ErrorKind = abstract new (...args: never) => Error;

type Llama = {
  loadModel(options: { modelPath: string; onLoadProgress?: (progress: number) => void }): Promise<Model>;
  createGrammarForJsonSchema(schema: Record<string, unknown>): Promise<unknown>;
};
type Model = {
  tokenizer: unknown;
  trainContextSize: number;
  createContext(options: {
    contextSize: number;
    threads: number;
  }): Promise<{ contextSize: number; getSequence(): unknown }>;
};
type ChatWrapper = {
  generateContextState(options: { chatHistory: HistoryItem[] }): {
    contextText: { tokenize(tokenizer: unknown): unknown[] };
  };
};
export type HistoryItem = { type: 'system' | 'user'; text: string } | { type: 'model'; response: string[] };
type Chat = {
  generateResponse(
    history: HistoryItem[],
    options: {
      maxTokens: number;
      temperature: number;
      signal: AbortSignal;
      grammar?: unknown;
      budgets: { thoughtTokens: number };
      onTextChunk: (text: string) => void;
      onToken: (tokens: unknown[]) => void;
    },
  ): Promise<{ response: string; metadata: { stopReason: string } }>;
};

/** The npm project, with its lock, that is installed to have the library. */
export const LLAMA_PROJECT = fileURLToPath(new URL('../../llama/', import.meta.url));

/** Where the library is installed: a new version never meets the files of an old one. */
export function llamaFolder(packsDir: string): string {
  const { version } = JSON.parse(readFileSync(join(LLAMA_PROJECT, 'package.json'), 'utf8')) as { version: string };
  return join(packsDir, `llama@${version}`);
}

function entryOf(folder: string): string {
  return join(folder, 'node_modules', 'node-llama-cpp', 'dist', 'index.js');
}

export function isLlamaInstalled(folder: string): boolean {
  return existsSync(entryOf(folder));
}

export async function importLlama(folder: string): Promise<LlamaLibrary> {
  return (await import(pathToFileURL(entryOf(folder)).href)) as LlamaLibrary;
}
