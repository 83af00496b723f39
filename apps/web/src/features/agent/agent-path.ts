/** What an agent works from. */
export function agentPath(project_id: string, agent_project_id: string): string {
  return `/agentConfig?${new URLSearchParams({ projectId: project_id, agentProjectId: agent_project_id })}`;
}

/** A batch of videos. */
export function batchPath(project_id: string, agent_batch_config_id: string): string {
  return `/agentDetail?${new URLSearchParams({ projectId: project_id, agentBatchConfigId: agent_batch_config_id })}`;
}

/** Where agents of a kind are listed. */
export function agentsPath(kind: 'social' | 'ad' | 'enhanced', project_id: string): string {
  const path = kind === 'social' ? '/socialAgent' : '/agentSelect';
  return `${path}?${new URLSearchParams({ projectId: project_id })}`;
}
