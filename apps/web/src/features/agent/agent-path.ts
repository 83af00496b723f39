/** What an agent works from. */
export function agentPath(project_id: string, agent_project_id: string): string {
  return `/agentConfig?${new URLSearchParams({ projectId: project_id, agentProjectId: agent_project_id })}`;
}

/** A batch of videos; `team_id` where it may be in another space. */
export function batchPath(project_id: string, agent_batch_config_id: string, team_id?: string): string {
  const query = { projectId: project_id, agentBatchConfigId: agent_batch_config_id };
  return `/agentDetail?${new URLSearchParams(team_id === undefined ? query : { teamId: team_id, ...query })}`;
}

/** Where agents of a kind are listed. */
export function agentsPath(kind: 'social' | 'ad' | 'enhanced', project_id: string): string {
  const path = kind === 'social' ? '/socialAgent' : '/agentSelect';
  return `${path}?${new URLSearchParams({ projectId: project_id })}`;
}
