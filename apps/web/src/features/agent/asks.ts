import type { AgentAsk, AgentAskTold } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useSpace } from '#features/team/space.ts';
import { readAgain } from '#lib/read-again.ts';
import { useCall } from '#lib/use-call.ts';
import { useStream } from '#lib/use-stream.ts';

const NONE: AgentAskTold[] = [];

/** What waits for this person and what was answered to them, in the space that is open and in their other ones. */
export function useAsks(): { here: AgentAskTold[]; elsewhere: AgentAskTold[] } {
  const team = useSpace(({ current }) => current);
  const asks = useCall('agentAsk.everywhere', {}, { enabled: team !== null, stale_ms: 60_000 });
  const isHere = ({ team_id }: AgentAskTold) => team_id === team?.team_id;
  const all = (team && asks.data?.items) || NONE;
  return { here: all.filter(isHere), elsewhere: all.filter((ask) => !isHere(ask)) };
}

/** Keeps it as it is on the server. */
export function useAskFeed(): void {
  const cache = useQueryClient();
  const again = () => void readAgain(cache, 'agentAsk.everywhere');
  useStream('agentAsk.changes', {}, { onMessage: again, onOpen: again });
}

export function askWords({ batch_name, row_ids, name, answer }: AgentAsk): string {
  const count = row_ids.length;
  if (answer === null) return `${name} 请求制作「${batch_name}」${count} 条，等你或别人批准`;
  if (answer.is_approved) return `${answer.name} 批准了「${batch_name}」，${count} 条已开始制作`;
  return `${answer.name} 退回了「${batch_name}」：${answer.reason}`;
}
