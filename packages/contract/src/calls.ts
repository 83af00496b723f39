import { account } from './account.ts';
import { admin } from './admin.ts';
import { agentAsk } from './agent-ask.ts';
import { agentBatch } from './agent-batch.ts';
import { agentPost } from './agent-post.ts';
import { agentRun } from './agent-run.ts';
import { agent } from './agent.ts';
import { ai } from './ai.ts';
import { analysis } from './analysis.ts';
import { animate } from './animate.ts';
import { artwork } from './artwork.ts';
import { audio } from './audio.ts';
import { auth } from './auth.ts';
import { box } from './box.ts';
import { candidate } from './candidate.ts';
import { caption } from './caption.ts';
import { clean } from './clean.ts';
import { clip } from './clip.ts';
import { UNKNOWN_KEY_MESSAGE } from './constants.ts';
import { demo } from './demo.ts';
import { dir } from './dir.ts';
import { document } from './document.ts';
import { download } from './download.ts';
import { draft } from './draft.ts';
import type { Call, Plain } from './endpoint.ts';
import { event } from './event.ts';
import { face } from './face.ts';
import { fact } from './fact.ts';
import { file } from './file.ts';
import { generate } from './generate.ts';
import { home } from './home.ts';
import { label } from './label.ts';
import { glossary, language } from './language.ts';
import { likeness } from './likeness.ts';
import './messages.ts';
import { material } from './material.ts';
import { mcp } from './mcp.ts';
import { member } from './member.ts';
import { mix } from './mix.ts';
import { music } from './music.ts';
import { picture } from './picture.ts';
import { project } from './project.ts';
import { proxy } from './proxy.ts';
import { report } from './report.ts';
import { search } from './search.ts';
import { share } from './share.ts';
import { sheet } from './sheet.ts';
import { shooting } from './shooting.ts';
import { sku } from './sku.ts';
import { start } from './start.ts';
import { storyMix } from './story-mix.ts';
import { storyPhone } from './story-phone.ts';
import { storyShoot } from './story-shoot.ts';
import { storyVideo } from './story-video.ts';
import { story } from './story.ts';
import { taboo } from './taboo.ts';
import { task } from './task.ts';
import { team } from './team.ts';
import { template } from './template.ts';
import { token } from './token.ts';
import { translation } from './translation.ts';
import { upload } from './upload.ts';
import { voice } from './voice.ts';
import { writer } from './writer.ts';

/** Every call of the product, by feature. */
export const contract = {
  start,
  mcp,
  auth,
  account,
  token,
  team,
  member,
  project,
  demo,
  home,
  admin,
  report,
  proxy,
  event,
  file,
  material,
  analysis,
  upload,
  search,
  share,
  sku,
  task,
  ai,
  voice,
  audio,
  document,
  music,
  story,
  storyMix,
  storyVideo,
  storyShoot,
  storyPhone,
  writer,
  mix,
  shooting,
  clip,
  candidate,
  caption,
  template,
  artwork,
  dir,
  download,
  likeness,
  draft,
  label,
  taboo,
  fact,
  language,
  glossary,
  translation,
  generate,
  animate,
  picture,
  clean,
  face,
  box,
  sheet,
  agent,
  agentBatch,
  agentAsk,
  agentPost,
  agentRun,
};
export type Contract = typeof contract;

type KeysOf<G extends keyof Contract> = {
  [K in keyof Contract[G] & string]: Contract[G][K] extends Call ? `${G}.${K}` : never;
}[keyof Contract[G] & string];

/** `task.list`: a feature and one of its calls. */
export type CallKey = { [G in keyof Contract]: KeysOf<G> }[keyof Contract];

export type CallOf<K extends CallKey> = K extends `${infer G extends keyof Contract}.${infer N}`
  ? N extends keyof Contract[G]
    ? Contract[G][N]
    : never
  : never;

/** Everything that is served, calls and plain paths alike. */
export const entries: (Call | Plain)[] = Object.values(contract).flatMap((group) => Object.values<Call | Plain>(group));
export const calls: Call[] = entries.filter((entry): entry is Call => entry.kind !== 'plain');

const byKey = new Map<string, Call>(
  Object.entries(contract).flatMap(([feature, group]) =>
    Object.entries<Call | Plain>(group).flatMap(([name, entry]) =>
      entry.kind === 'plain' ? [] : [[`${feature}.${name}`, entry] as const],
    ),
  ),
);

/** Throws on a key that is not in the table: a slip that types could not see must not become a request. */
export function callOf<K extends CallKey>(key: K): CallOf<K> {
  const found = byKey.get(key);
  if (!found) throw new Error(UNKNOWN_KEY_MESSAGE);
  return found as CallOf<K>;
}

export {
  account,
  admin,
  agent,
  agentBatch,
  agentAsk,
  agentPost,
  agentRun,
  ai,
  analysis,
  animate,
  artwork,
  audio,
  auth,
  box,
  candidate,
  caption,
  clean,
  clip,
  demo,
  dir,
  document,
  download,
  draft,
  event,
  face,
  fact,
  file,
  generate,
  glossary,
  home,
  label,
  language,
  likeness,
  material,
  mcp,
  member,
  mix,
  music,
  picture,
  project,
  proxy,
  report,
  search,
  share,
  shooting,
  sku,
  start,
  story,
  storyMix,
  storyPhone,
  storyShoot,
  storyVideo,
  taboo,
  task,
  team,
  template,
  token,
  translation,
  upload,
  voice,
  writer,
};
