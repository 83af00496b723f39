import { type AgentRow, missingIn } from '@mixreel/contract';
import { Button } from 'antd';
import { storyPath } from '#features/story/story-path.ts';
import { onward } from '#lib/go.ts';
import { useSend } from '#lib/use-call.ts';

type Props = { project_id: string; batch_name: string; rows: readonly AgentRow[] };

/** What should be shot becomes a board: it can be printed, and filmed from by phone, row by row. */
export function MissingShots({ project_id, batch_name, rows }: Props) {
  const add = useSend('story.add', { refresh: ['story.list'] });
  const missing = missingIn(rows);
  if (missing.length === 0) return null;
  const make = async () => {
    const goOn = onward();
    const { story_board_id } = await add.mutateAsync({
      project_id,
      board_name: `${batch_name.slice(0, 80)} 补拍清单`,
      rows: missing.map(({ wish, line, rows: numbers }) => ({
        picture: wish,
        line,
        note: `第 ${numbers.join('、')} 条要用`.slice(0, 500),
      })),
    });
    goOn(storyPath({ project_id, story_board_id }));
  };
  return (
    <Button size="small" loading={add.isPending} onClick={() => void make().catch(() => {})}>
      做成拍摄脚本
    </Button>
  );
}
