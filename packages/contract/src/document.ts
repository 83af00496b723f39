import type { Json, Operation as Done, State } from '@mixreel/document';
import { z } from 'zod';
import { get, post, query, repeatable, stream } from './endpoint.ts';
import { Done as Nothing, Id, Name, Time } from './wire.ts';

/** How many acts one request carries. */
export const DOCUMENT_ACTS_MAX = 50;
/** All cells of a storyboard at once, with room to spare. */
const OPERATIONS_MAX = 8000;
/** What one part of a change of a text puts in at most. */
const TYPED_MAX = 20_000;
const BODY_MAX = 4 * 1024 * 1024;
/** Ten people behind one address who write fast. */
const PER_MINUTE = 12_000;
/** A page asks when its stream was broken, or something was missing in it. */
const MISSED_PER_MINUTE = 1200;

/** What a column of the log holds. */
export const Sequence = z.int().min(0).max(2_147_483_647);
const Word = z.string().min(1).max(60);
/** Depth and storable text were looked at when the body was read; the kind of document says what may be here. */
const Value = z.custom<Json>((value) => value !== undefined);
const Fields = z.custom<Record<string, Json>>((value) => typeof value === 'object' && value !== null);
const Path = z.array(Word).min(1).max(8);
/** Records are kept by their ids: `constructor` and its like name what every object has, and would be found unasked. */
const RecordId = Id.refine((id) => !(id in {}), '编号格式不正确');
const About = z.object({ table: Word, id: RecordId });
const Operation = z.discriminatedUnion('do', [
  About.extend({ do: z.literal('add'), record: Fields }),
  About.extend({ do: z.literal('remove') }),
  About.extend({ do: z.literal('set'), path: Path, value: Value }),
  About.extend({
    do: z.literal('type'),
    path: Path,
    edit: z.array(z.union([z.int(), z.string().min(1).max(TYPED_MAX)])).max(2000),
  }),
]) satisfies z.ZodType<Done>;

const Act = z.object({
  act_id: Id,
  operations: z.array(Operation).max(OPERATIONS_MAX),
  cause: z.enum(['restore', 'import', 'ai']).optional(),
});

/** An act in its place among all of a document, and who did it. */
export const DocumentAct = Act.extend({
  sequence: z.int(),
  /** In words: 删除台词「欢迎光临」. */
  words: z.string(),
  user_uid: Id.nullable(),
  user_name: z.string(),
  created_at: Time,
});
export type DocumentAct = z.infer<typeof DocumentAct>;

/** As they are told: what is in the log was read by the schema when it came, and forty a second go to everybody. */
const ToldAct = DocumentAct.extend({ operations: z.array(z.custom<Done>()) });

/** Where somebody is in a document: which record, which field of it, and the caret in a text. */
export const DocumentPlace = z.object({
  table: Word,
  id: Id,
  field: z.string().max(60),
  caret: z.int().min(0).max(100_000).nullable(),
});
export type DocumentPlace = z.infer<typeof DocumentPlace>;

/** Somebody who has a document open; one person may have it open twice. */
export const DocumentPerson = z.object({
  /** Of the open page, not of the person. */
  client_id: Id,
  user_uid: Id,
  user_name: z.string(),
  avatar: z.string().nullable(),
  place: DocumentPlace.nullable(),
  /** Whether the page has just been left. */
  is_gone: z.boolean(),
  can_edit: z.boolean(),
});
export type DocumentPerson = z.infer<typeof DocumentPerson>;

/** A step of a document's history: acts of one person that do the same one after another. */
export const HistoryEntry = z.object({
  /** Of its last act: the document as it was after it. */
  sequence: z.int(),
  words: z.string(),
  /** How many acts it stands for. */
  count: z.int(),
  user_name: z.string(),
  /** `api`: by a call, not in an open page; `kept`: acts of that time are no longer told apart. */
  cause: z.enum(['restore', 'import', 'ai', 'api', 'kept']).nullable(),
  version_name: z.string().nullable(),
  created_at: Time,
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

const DocumentState = z.custom<State>((value) => typeof value === 'object');
const One = z.object({ document_id: Id });

/** Documents that several people edit at once; every kind by the same calls. */
export const document = {
  open: get('/api/document/open', {
    summary: '打开文档',
    details: '内容，和它在第几步（sequence）；之后的每一步由事件流送来',
    input: One,
    output: z.object({ document_id: Id, kind: z.string(), sequence: z.int(), state: DocumentState }),
    space: { by: 'document_id', role: 'viewer' },
  }),
  perform: repeatable('/api/document/perform', {
    summary: '修改文档',
    details:
      '在 sequence 那一步上做的修改；服务器把它们排在别人的修改之后。同一个 act_id 只做一次。refused 之后的修改没有做，请去掉它再发',
    input: One.extend({ sequence: Sequence, acts: z.array(Act).min(1).max(DOCUMENT_ACTS_MAX) }),
    output: z.object({
      /** All that happened after `sequence`, own acts among them. */
      acts: z.array(ToldAct),
      refused: z.object({ act_id: Id, message: z.string() }).nullable(),
    }),
    space: { by: 'document_id', role: 'editor' },
    body_max: BODY_MAX,
    per_minute: PER_MINUTE,
  }),
  acts: get('/api/document/acts', {
    summary: '文档之后的修改',
    details: 'sequence 之后的每一步；太久以前的已不逐步保留，acts 为 null，请重新打开',
    input: One.extend({ sequence: Sequence }),
    output: z.object({ acts: z.array(ToldAct).nullable() }),
    space: { by: 'document_id', role: 'viewer' },
    per_minute: MISSED_PER_MINUTE,
  }),
  here: query('/api/document/here', {
    summary: '告诉别人我在哪里',
    details: '不保存；每十几秒说一次，没有再说的人就是走了',
    input: One.extend({ client_id: Id, place: DocumentPlace.nullable(), is_gone: z.boolean().default(false) }),
    output: Nothing,
    space: { by: 'document_id', role: 'viewer' },
    per_minute: PER_MINUTE,
  }),
  changes: stream('/api/document/changes', {
    summary: '文档的修改和在场的人',
    input: One,
    output: z.union([z.object({ acts: z.array(DocumentAct) }), z.object({ person: DocumentPerson })]),
    space: { by: 'document_id', role: 'viewer' },
  }),
  history: get('/api/document/history', {
    summary: '历史版本',
    details: '从新到旧；还有更早的时，before 是下一页的 before',
    input: One.extend({ before: Sequence.optional() }),
    output: z.object({ items: z.array(HistoryEntry), before: z.int().nullable() }),
    space: { by: 'document_id', role: 'viewer' },
  }),
  at: get('/api/document/at', {
    summary: '当时的文档',
    input: One.extend({ sequence: Sequence }),
    output: z.object({ sequence: z.int(), state: DocumentState }),
    space: { by: 'document_id', role: 'viewer' },
  }),
  nameVersion: post('/api/document/version/name', {
    summary: '给历史版本命名',
    details: '命名的版本一直保留；version_name 为 null 时去掉名字',
    input: One.extend({ sequence: Sequence, version_name: Name.nullable() }),
    output: Nothing,
    space: { by: 'document_id', role: 'editor' },
  }),
  branch: post('/api/document/branch', {
    summary: '把历史版本存为副本',
    input: One.extend({ sequence: Sequence, name: Name }),
    output: z.object({ document_id: Id }),
    space: { by: 'document_id', role: 'editor' },
  }),
};
