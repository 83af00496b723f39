/** The report of a measurement. */
export function likenessPath(task_id: string, project_id: string): string {
  return `/studio/likeness?${new URLSearchParams({ task: task_id, projectId: project_id })}`;
}

/** The finished videos of a project, one of them open. */
export function finishedPath(projectId: string | null, video?: string): string {
  return `/home/material?${new URLSearchParams({ tab: 'finished', ...(projectId && { projectId }), ...(video && { video }) })}`;
}

/** What a mix was exported as. */
export function exportsPath(mproject_id: string): string {
  return `/studio/result?${new URLSearchParams({ mproject_id, filter: 'exported', panel: 'exports' })}`;
}
