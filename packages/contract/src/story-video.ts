import { z } from 'zod';
import { post } from './endpoint.ts';
import { Id, Name } from './wire.ts';

/** How a video runs: what makes it feel fast or slow. */
export const StoryPace = z.object({
  shots_per_minute: z.number(),
  /** Of one shot, in seconds. */
  shot_seconds: z.number(),
  /** Until the first cut, in seconds. */
  hook_seconds: z.number(),
  /** Characters said a second while somebody speaks; null where nobody does. */
  characters_per_second: z.number().nullable(),
  /** Beats a minute of its music, and which share of its cuts lies on a beat, 0 to 1; null where there is none. */
  tempo: z.number().nullable().default(null),
  on_beat: z.number().nullable().default(null),
});
export type StoryPace = z.infer<typeof StoryPace>;

export const storyVideo = {
  add: post('/api/task/add/story-board-ana', {
    summary: '视频转脚本',
    details: '把素材库里的一条视频拆成分镜：镜头、景别、运镜、台词、画面文字、段落和节奏；行一边分析一边出现在故事板里',
    input: z.object({ material_id: Id, board_name: Name.optional() }),
    output: z.object({ task_id: Id, story_board_id: Id }),
    space: { by: 'material_id', role: 'editor' },
    scope: 'produce',
  }),
  addUpload: post('/api/task/add/story-board-ana/upload', {
    summary: '上传转脚本',
    details: '给一条正在上传或按链接导入的视频：先创建故事板，视频到了再拆',
    input: z.object({ record_uuid: Id, board_name: Name.optional() }),
    output: z.object({ task_id: Id, story_board_id: Id }),
    space: { by: 'record_uuid', role: 'editor' },
    scope: 'produce',
  }),
};
