import { z } from 'zod';
import { get, post } from './endpoint.ts';
import { SHOOTINGS_MAX } from './mix-document.ts';
import { Id, Name } from './wire.ts';

/** How many clips are put on a shooting by themselves. */
export const STORY_CLIPS_MAX = 12;

/** Which side's words are not yet on the other one: `both` were changed since, and somebody has to choose. */
export const LINE_NEWS = ['none', 'board', 'mix', 'both'] as const;

/** A row and the shooting that was made of it. */
export const StoryLink = z.object({
  story_board_id: Id,
  /** Of the board. */
  project_id: Id,
  board_name: z.string(),
  row_id: Id,
  mproject_id: Id,
  mproject_name: z.string(),
  shooting_id: Id,
  /** Candidates of the shooting that are there. */
  clip_count: z.int(),
  board_line: z.string(),
  mix_line: z.string(),
  news: z.enum(LINE_NEWS),
});
export type StoryLink = z.infer<typeof StoryLink>;

export const FACT_NEWS = ['added', 'changed', 'gone'] as const;

/** What a board's sheet says otherwise by now than that of a mix that was made of it. */
export const StoryFactNews = z.object({
  story_board_id: Id,
  mproject_id: Id,
  fact_id: Id,
  news: z.enum(FACT_NEWS),
  /** As the board and the mix have it; null where they do not. */
  board_fact: z.string().nullable(),
  mix_fact: z.string().nullable(),
});
export type StoryFactNews = z.infer<typeof StoryFactNews>;

const Links = z.object({ items: z.array(StoryLink), facts: z.array(StoryFactNews) });

export const storyMix = {
  add: post('/api/story_board/import_mix', {
    summary: '导入混剪',
    details:
      '每行成为一个镜头，带台词、时长、字幕、音色和素材库里最合适的片段；不给 mproject_id 时新建一个混剪，给的话加在最后',
    input: z.object({
      story_board_id: Id,
      mproject_id: Id.optional(),
      mproject_name: Name.optional(),
      /** All rows when left out. */
      row_ids: z.array(Id).min(1, '至少一行').max(SHOOTINGS_MAX, `一个混剪最多 ${SHOOTINGS_MAX} 个镜头`).optional(),
      clips_per_row: z.int().min(0).max(STORY_CLIPS_MAX).default(4),
    }),
    output: z.object({
      mproject_id: Id,
      shootings: z.array(
        z.object({
          row_id: Id,
          shooting_id: Id,
          clips: z.array(z.object({ material_name: z.string(), why: z.string() })),
        }),
      ),
      /** What a person should look at, in words. */
      notices: z.array(z.string()),
    }),
    space: { by: 'story_board_id', role: 'editor' },
    loading: true,
  }),
  ofBoard: get('/api/story_board/links', {
    summary: '各行去了哪些混剪',
    input: z.object({ story_board_id: Id }),
    output: Links,
    space: { by: 'story_board_id', role: 'viewer' },
  }),
  ofMix: get('/api/mproject/story_links', {
    summary: '镜头来自哪些分镜',
    input: z.object({ mproject_id: Id }),
    output: Links,
    space: { by: 'mproject_id', role: 'viewer' },
  }),
  carry: post('/api/story_board/carry_line', {
    summary: '同步一句台词',
    details: 'to 为 mix：故事板的台词写进混剪；为 board：混剪的台词写回故事板',
    input: z.object({ story_board_id: Id, row_id: Id, shooting_id: Id, to: z.enum(['mix', 'board']) }),
    output: StoryLink,
    space: { by: 'story_board_id', role: 'editor' },
  }),
  carryFacts: post('/api/story_board/carry_facts', {
    summary: '同步产品资料',
    details: '故事板的产品资料改过以后，写进由它做成的混剪；混剪里说错的地方会在检查里标出',
    input: z.object({ story_board_id: Id, mproject_id: Id }),
    output: z.object({ count: z.int() }),
    space: { by: 'story_board_id', role: 'editor' },
  }),
};
