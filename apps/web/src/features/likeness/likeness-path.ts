/** The report of a measurement. */
export function likenessPath(task_id: string, project_id: string): string {
  return `/studio/likeness?${new URLSearchParams({ task: task_id, projectId: project_id })}`;
}
