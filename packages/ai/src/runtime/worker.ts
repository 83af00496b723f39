/**
 * The model process. Does one order after the other; the first one of a kind loads its model, which stays.
 *
 * It ends with its parent: whoever is killed closes the channel.
 */
import { flushCompileCache } from 'node:module';
import { AiError } from '#errors.ts';
import type { Order, Report, Stop, TaskName } from '#runtime/protocol.ts';
import type { Task } from '#runtime/tasks.ts';

const LOADERS: { [Name in TaskName]: () => Promise<Task<Name>> } = {
  speak: async () => (await import('#speech/speak-task.ts')).runSpeak,
  transcribe: async () => (await import('#hearing/transcribe-task.ts')).runTranscribe,
  findSpeech: async () => (await import('#hearing/find-speech-task.ts')).runFindSpeech,
  findBeats: async () => (await import('#music/beats.ts')).runFindBeats,
  denoise: async () => (await import('#hearing/denoise-task.ts')).runDenoise,
  embed: async () => (await import('#search/embed-task.ts')).runEmbed,
  matchTexts: async () => (await import('#matcher/match-task.ts')).runMatchTexts,
  matchPictures: async () => (await import('#matcher/match-task.ts')).runMatchPictures,
  checkChat: async () => (await import('#chat/chat-task.ts')).runCheckChat,
  chat: async () => (await import('#chat/chat-task.ts')).runChat,
  cutOut: async () => (await import('#picture/cut-out-task.ts')).runCutOut,
  study: async () => (await import('#picture/study-task.ts')).runStudy,
  pointOut: async () => (await import('#picture/point-out-task.ts')).runPointOut,
  fillHole: async () => (await import('#picture/fill-task.ts')).runFillHole,
  traceFaces: async () => (await import('#face/face-task.ts')).runTraceFaces,
  followFace: async () => (await import('#face/face-task.ts')).runFollowFace,
  faceSkin: async () => (await import('#face/face-task.ts')).runFaceSkin,
  faceNet: async () => (await import('#face/face-task.ts')).runFaceNet,
  see: async () => (await import('#vision/see-task.ts')).runSee,
};

const loaded = new Set<TaskName>();

process.once('disconnect', () => process.exit(0));
// A stop of the whole group (Ctrl-C) reaches us too; the parent decides when we end.
process.on('SIGINT', () => undefined);
let stopping: { id: number; controller: AbortController } | undefined;
process.on('message', (message: Order | Stop) => {
  if (!('stop' in message)) void carryOut(message);
  else if (stopping?.id === message.stop) stopping.controller.abort();
});

function send(report: Report): Promise<void> {
  return new Promise((done) => process.send?.(report, () => done()));
}

async function carryOut({ id, task, input, folders, threads }: Order): Promise<void> {
  const controller = new AbortController();
  stopping = { id, controller };
  const { signal } = controller;
  try {
    // The pairing of name, input and function is checked by the type of LOADERS; a lookup by a union loses it.
    const run = (await LOADERS[task]()) as (input: unknown, tools: unknown) => Promise<unknown>;
    // Node writes down what it compiled when a process ends by itself, and this one is ended.
    if (!loaded.has(task)) flushCompileCache();
    loaded.add(task);
    const tell = (part: unknown) => send({ id, part });
    await send({ id, result: await run(input, { folders, threads, tell, signal }) });
  } catch (error) {
    const kind = error instanceof AiError ? error.kind : undefined;
    const message = error instanceof Error ? error.message : String(error);
    const details = error instanceof AiError ? error.details : error instanceof Error ? (error.stack ?? '') : '';
    await send({ id, failure: { kind, message, details } });
  }
}
