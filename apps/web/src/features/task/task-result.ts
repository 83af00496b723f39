import type { Task, TaskError, TaskNext, TaskType } from '@mixreel/contract';

/** Where a click leads: a page of ours, or a file that is asked for first. */
export type Way = { label: string; to: string } | { label: string; file: 'download.status' | 'draft.status' };

const WITH_RESULT: Task['status'][] = ['succeeded', 'partial'];

/** What a task has made, one click away; null while there is nothing to see. */
export function resultOf(task: Task): Way | null {
  const { status, task_type, task_id, project_id, result } = task;
  if (!WITH_RESULT.includes(status)) return null;
  const id = (name: string) => idIn(result, name) ?? task.about[name] ?? null;
  const mproject_id = id('mproject_id') ?? task.mproject_id;
  switch (task_type) {
    case 'mix_export':
      if (!mproject_id) return null;
      return { label: '查看成片', to: path('/studio/result', { mproject_id, filter: 'exported', panel: 'exports' }) };
    case 'artwork_download':
      return { label: '下载', file: 'download.status' };
    case 'capcut_export':
      return { label: '下载', file: 'draft.status' };
    case 'dedup':
      return { label: '查看报告', to: path('/studio/likeness', { task: task_id, projectId: project_id }) };
    case 'material_import': {
      const open = id('material_id');
      const label = open ? '查看素材' : '打开素材库';
      return { label, to: path('/home/material', { projectId: id('project_id') ?? project_id, open }) };
    }
    default:
      return sourceOf(task);
  }
}

/** What a task works on: there a person sees it, or puts it right. */
export function sourceOf({ task_type, mproject_id, project_id, about, result }: Task): Way | null {
  const projectId = project_id;
  const id = (name: string) => about[name] ?? idIn(result, name);
  const ai_audio_id = id('ai_audio_id');
  const material_id = id('material_id');
  const mix = mproject_id ?? id('mproject_id');
  const storyBoardId = id('story_board_id');
  const agentBatchConfigId = id('agent_batch_config_id');
  if (agentBatchConfigId) return { label: '打开批次', to: path('/agentDetail', { projectId, agentBatchConfigId }) };
  if (storyBoardId) return { label: '打开故事板', to: path('/storyBoard', { projectId, storyBoardId }) };
  if (ai_audio_id) return { label: '打开配音', to: path('/audioStudio', { ai_audio_id, project_id }) };
  if (id('sku_mark_id')) return { label: '打开商品识别', to: path('/home/material', { projectId, more: 'sku' }) };
  const clean = id('clean_id');
  if (clean) return { label: '打开去除文字', to: path('/aiCapabilities/textMarkRefiner', { projectId, clean }) };
  const swap = id('swap_id');
  if (swap) return { label: '打开换脸', to: path('/aiCapabilities/faceSwap', { projectId, swap }) };
  if (material_id) return { label: '查看素材', to: path('/home/material', { projectId, open: material_id }) };
  if (mix) return { label: '打开混剪', to: path('/studio/videoProduction', { mproject_id: mix }) };
  if (task_type === 'ai_box') return { label: '打开工具箱', to: path('/aiCapabilities/aiBox', { projectId }) };
  if (task_type === 'image_to_video') return { label: '打开图生视频', to: path('/videoGenerate', { projectId }) };
  if (task_type === 'text_to_image') return { label: '打开文生图', to: path('/videoGenerate/image', { projectId }) };
  if (IN_FINISHED.includes(task_type)) {
    return { label: '打开成片', to: path('/home/material', { projectId, tab: 'finished' }) };
  }
  return null;
}

const IN_FINISHED: TaskType[] = ['artwork_download', 'capcut_export', 'dedup'];

/** What to do about a failure, besides trying again: a page to go to, or only words where a person cannot go there. */
export function nextOf(task: Task, { is_admin }: { is_admin: boolean }): { hint: string; way: Way | null } | null {
  const { error, project_id } = task;
  if (!error) return null;
  switch (error.next) {
    case 'free_space':
      return {
        hint: NEXT_HINTS.free_space,
        way: { label: '清理空间', to: path('/home/material', { projectId: project_id, bin: '1' }) },
      };
    case 'prepare':
      if (!is_admin) return { hint: '请管理员在「管理 · AI 引擎」里看看，好了以后重试', way: null };
      return { hint: NEXT_HINTS.prepare, way: { label: '去设置', to: '/admin?tab=ai' } };
    case 'bring_again':
      // What came by a link is brought again by a link.
      return task.task_type === 'material_import'
        ? {
            hint: '换一个链接，重新导入',
            way: { label: '去导入', to: path('/home/material', { projectId: project_id }) },
          }
        : {
            hint: NEXT_HINTS.bring_again,
            way: { label: '去上传', to: path('/home/material', { projectId: project_id }) },
          };
    case 'open_source':
      return { hint: hintOf(error), way: sourceOf(task) };
    default:
      return error.can_retry ? { hint: '可以直接重试，已完成的步骤不会重做', way: null } : null;
  }
}

const NEXT_HINTS: Record<TaskNext, string> = {
  free_space: '清空回收站、删掉不用的素材，腾出空间后重试',
  prepare: '模型或服务还没有准备好，弄好后重试',
  open_source: '改好以后重试',
  bring_again: '换一个文件，重新上传',
};

function hintOf({ can_retry }: TaskError): string {
  return can_retry ? NEXT_HINTS.open_source : '打开看看，改好后重新提交';
}

function idIn(result: Task['result'], name: string): string | null {
  const value = result?.[name];
  return typeof value === 'string' && value ? value : null;
}

function path(page: string, query: Record<string, string | null>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length === 0 ? page : `${page}?${new URLSearchParams(given)}`;
}
