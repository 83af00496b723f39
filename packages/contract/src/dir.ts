import { z } from 'zod';
import { ArtworkFilter } from './dir-rule.ts';
import { get, post, query, stream } from './endpoint.ts';
import { DirName } from './file-name.ts';
import { MATERIAL_SUB_TYPES, MATERIAL_TYPES } from './material.ts';
import { Done, Id, Name, Time } from './wire.ts';

/** What a tree is of, with what people call its directories. */
export const DIR_NOUNS = { artwork: '目录', material: '文件夹' } as const;
export type DirKind = keyof typeof DIR_NOUNS;
export const DIR_DEPTH_MAX = 10;
/** Of one kind in a project: the whole tree is read and drawn at once. */
export const DIRS_MAX = 2000;
export const CHECKBOX_COLOURS = ['red', 'orange', 'gold', 'green', 'cyan', 'blue', 'purple', 'grey'] as const;

const Colour = z.enum(CHECKBOX_COLOURS);

const Kind = z.enum(Object.keys(DIR_NOUNS) as [DirKind, ...DirKind[]]);

/** A directory in the tree. A smart one holds nothing; it shows what its rule finds. */
export const Dir = z.object({
  dir_id: Id,
  kind: Kind,
  project_id: Id,
  parent_id: Id.nullable(),
  dir_name: z.string(),
  rule: ArtworkFilter.nullable(),
  /** The mix whose videos it was made for. */
  mproject_id: Id.nullable(),
  /** In it, and in it with all below it; of a smart one, what it finds. */
  item_count: z.int(),
  total_count: z.int(),
  created_at: Time,
  get children() {
    return z.array(Dir);
  },
});
export type Dir = z.infer<typeof Dir>;

/** What the bin has: a directory that was deleted, with all that went with it. */
export const DeletedDir = z.object({
  dir_id: Id,
  dir_name: z.string(),
  is_smart: z.boolean(),
  /** Directories below it, and what lies in all of them and comes back with it. */
  dir_count: z.int(),
  item_count: z.int(),
  deleted_at: Time,
});
export type DeletedDir = z.infer<typeof DeletedDir>;

/** A mark that a space defines for its finished videos. */
export const Checkbox = z.object({
  checkbox_id: Id,
  checkbox_name: z.string(),
  colour: Colour,
  /** How many of the project's videos carry it. */
  artwork_count: z.int(),
});
export type Checkbox = z.infer<typeof Checkbox>;

const CheckboxName = Name.max(20, '标记最多 20 个字');

const Tree = z.object({
  dirs: z.array(Dir),
  /** All of the project, in directories or not. */
  item_count: z.int(),
  deleted_count: z.int(),
  /** In the bin, what was deleted last first. */
  deleted_dirs: z.array(DeletedDir),
});
export type DirTree = z.infer<typeof Tree>;

export const dir = {
  tree: query('/api/v3/mix-artwork/dir/list', {
    summary: '成片目录树',
    details: '带数量；包括智能目录，和回收站里的目录',
    input: z.object({ project_id: Id }),
    output: Tree,
    space: { by: 'project_id', role: 'viewer' },
  }),
  materials: query('/api/materials/dir/list', {
    summary: '素材文件夹树',
    details: '带数量，可只数一种素材；包括回收站里的文件夹',
    input: z.object({
      project_id: Id,
      material_type: z.enum(MATERIAL_TYPES).optional(),
      material_sub_type: z.enum(MATERIAL_SUB_TYPES).optional(),
    }),
    output: Tree,
    space: { by: 'project_id', role: 'viewer' },
  }),
  changes: stream('/api/materials/dir/changes', {
    summary: '素材文件夹的变化',
    details: '有人新建、改名、移动、删除文件夹，或把素材移到别处',
    input: z.object({ project_id: Id }),
    output: z.object({}),
    space: { by: 'project_id', role: 'viewer' },
  }),
  add: post('/api/dir/add', {
    summary: '新建目录',
    details: '成片目录或素材文件夹（kind）；成片目录给 rule 时是智能目录',
    input: z.object({
      kind: Kind.default('artwork'),
      project_id: Id,
      parent_id: Id.nullable().default(null),
      dir_name: DirName,
      rule: ArtworkFilter.nullable().default(null),
    }),
    output: Dir,
    space: { by: 'project_id', role: 'editor' },
  }),
  update: post('/api/dir/update', {
    summary: '修改目录',
    details: '改名、移到别的目录下、改智能目录的条件',
    input: z.object({
      dir_id: Id,
      dir_name: DirName.optional(),
      parent_id: Id.nullable().optional(),
      rule: ArtworkFilter.optional(),
    }),
    output: Dir,
    space: { by: 'dir_id', role: 'editor' },
  }),
  delete: post('/api/dir/delete', {
    summary: '删除目录',
    details: '连同下面的目录和里面的成片或素材一起进回收站',
    input: z.object({ dir_id: Id }),
    output: z.object({ item_count: z.int() }),
    space: { by: 'dir_id', role: 'editor' },
  }),
  restore: post('/api/dir/restore', {
    summary: '恢复目录',
    details: '连同一起删除的目录和成片或素材',
    input: z.object({ dir_id: Id }),
    output: Done,
    space: { by: 'dir_id', role: 'editor' },
  }),
  addCheckbox: post('/api/dir/checkbox/add', {
    summary: '新建标记',
    input: z.object({ project_id: Id, checkbox_name: CheckboxName, colour: Colour.default('blue') }),
    output: Checkbox,
    space: { by: 'project_id', role: 'editor' },
  }),
  checkboxes: get('/api/dir/checkbox/list', {
    summary: '空间的标记',
    input: z.object({ project_id: Id }),
    output: z.object({ checkboxes: z.array(Checkbox) }),
    space: { by: 'project_id', role: 'viewer' },
  }),
  updateCheckbox: post('/api/dir/checkbox/update', {
    summary: '修改标记',
    input: z.object({ checkbox_id: Id, checkbox_name: CheckboxName.optional(), colour: Colour.optional() }),
    output: Done,
    space: { by: 'checkbox_id', role: 'editor' },
  }),
  deleteCheckbox: post('/api/dir/checkbox/delete', {
    summary: '删除标记',
    details: '成片还在，只是不再带这个标记',
    input: z.object({ checkbox_id: Id }),
    output: z.object({ artwork_count: z.int() }),
    space: { by: 'checkbox_id', role: 'editor' },
  }),
};
