import type { AgentAsk } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useSpace } from '#features/team/space.ts';
import { readAgain } from '#lib/read-again.ts';
import { useCall } from '#lib/use-call.ts';
import { useStream } from '#lib/use-stream.ts';

/** Where there is nobody else, nobody is asked. */
function useTeam() {
  const team = useSpace(({ current }) => current);
  return { team_id: team?.team_id, isTeam: team?.space_type === 'TEAM' };
}

/** What waits for this person in the space, and what was answered to them. */
export function useAsks(): AgentAsk[] {
  const { team_id, isTeam } = useTeam();
  const asks = useCall('agentAsk.list', { team_id }, { enabled: isTeam, stale_ms: 60_000 });
  return (isTeam && asks.data?.items) || [];
}

/** Keeps it as it is on the server. */
export function useAskFeed(): void {
  const { team_id, isTeam } = useTeam();
  const cache = useQueryClient();
  const again = () => void readAgain(cache, 'agentAsk.list');
  useStream('agentAsk.changes', { team_id }, { onMessage: again, onOpen: again }, { enabled: isTeam });
}

export function askWords({ batch_name, row_ids, name, answer }: AgentAsk): string {
  const count = row_ids.length;
  if (answer === null) return `${name} 请求制作「${batch_name}」${count} 条，等你或别人批准`;
  if (answer.is_approved) return `${answer.name} 批准了「${batch_name}」，${count} 条已开始制作`;
  return `${answer.name} 退回了「${batch_name}」：${answer.reason}`;
}
