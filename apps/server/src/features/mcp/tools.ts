import { type Call, contract, type TokenScope } from '@mixreel/contract';

/** What an agent finds: a call of the product under a name that says what it is for. */
export type Tool = { name: string; call: Call; is_destructive: boolean };

const {
  agent,
  agentBatch,
  animate,
  artwork,
  candidate,
  clip,
  file,
  generate,
  material,
  mix,
  picture,
  project,
  search,
  shooting,
  story,
  storyMix,
  task,
  voice,
} = contract;

/** Whatever stands here goes through the same doors as a press in a page. */
const CALLS: Record<string, Call> = {
  list_projects: project.list,
  add_project: project.add,
  search_shots: search.clips,
  recommend_shots: search.recommend,
  list_materials: material.list,
  read_material: material.detail,
  read_file_link: file.jumpLink,
  list_boards: story.list,
  read_board: story.detail,
  add_board: story.add,
  update_board: story.update,
  delete_boards: story.delete,
  add_board_rows: story.addRows,
  update_board_rows: story.updateRows,
  delete_board_rows: story.deleteRows,
  board_to_mix: storyMix.add,
  list_mixes: mix.list,
  read_mix: mix.detail,
  add_mix: mix.add,
  configure_mix: mix.updateConfig,
  delete_mix: mix.delete,
  add_shooting: shooting.add,
  update_shooting: shooting.update,
  delete_shootings: shooting.delete,
  reword_line: shooting.reword,
  add_clips: clip.add,
  update_clip: clip.update,
  delete_clips: clip.delete,
  count_videos: candidate.summary,
  plan_videos: candidate.plan,
  list_candidates: candidate.list,
  compare_candidates: candidate.pair,
  exclude_candidates: candidate.update,
  check_before_export: candidate.check,
  export_videos: candidate.export,
  list_exports: candidate.exports,
  list_videos: artwork.list,
  read_video: artwork.detail,
  list_tasks: task.list,
  check_tasks: task.check,
  cancel_task: task.cancel,
  retry_task: task.retry,
  speak: voice.speak,
  animate_pictures: animate.add,
  list_animations: animate.history,
  make_pictures: picture.add,
  list_pictures: picture.history,
  save_generated: generate.save,
  list_agents: agent.list,
  add_agent: agent.add,
  update_agent: agent.update,
  plan_batch: agent.addTask,
  read_batch: agentBatch.detail,
  update_batch: agentBatch.update,
  choose_shots: agentBatch.settle,
  rewrite_row: agentBatch.writeRow,
  submit_batch: agentBatch.submit,
};

const TOOLS: Tool[] = Object.entries(CALLS).map(([name, call]) => ({
  name,
  call,
  is_destructive: /^(delete|cancel|exclude)_/.test(name),
}));

/** Those that whoever calls may use: an agent is not offered what it would be refused. */
export function toolsFor(scopes: TokenScope[] | null): Tool[] {
  return TOOLS.filter(({ call }) => scopes === null || (call.scope !== null && scopes.includes(call.scope)));
}
