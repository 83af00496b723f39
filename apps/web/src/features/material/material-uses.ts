import type { MaterialUse } from '@mixreel/contract';
import type { OutputOf } from '#lib/call.ts';

/** Where one sees what uses a material. */
export function pathOfUse({ kind, id, project_id }: MaterialUse): string {
  const project: Record<string, string> = project_id ? { projectId: project_id } : {};
  switch (kind) {
    case 'mix':
      return at('/studio/videoProduction', { mproject_id: id });
    case 'artwork':
      return at('/home/material', { ...project, tab: 'finished', video: id });
    case 'share':
      return at('/materialShare', { record_uuid: id });
    case 'sku':
      return at('/home/material', { ...project, more: 'sku' });
    case 'audio':
      return at('/audioStudio', { ai_audio_id: id, ...(project_id && { project_id }) });
  }
}

function at(path: string, query: Record<string, string>): string {
  return `${path}?${new URLSearchParams(query)}`;
}

/** What a deletion would do to mixes, as a question; null when no mix uses any of them. */
export function missingWords({ mixes, total }: OutputOf<'material.mixesOf'>) {
  if (total === 0) return null;
  const names = mixes.map(({ mproject_name }) => `「${mproject_name}」`).join('、');
  const more = total > mixes.length ? ` 等 ${total} 个` : '';
  return {
    title: '有混剪正在用',
    text: `混剪${names}${more}用着要删除的素材。删除后，新做的视频里不会再有它；已经做好的成片不受影响。30 天内可以从回收站恢复。`,
  };
}
