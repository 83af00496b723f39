import { Button } from 'antd';
import { EmptyState } from '#ui/EmptyState.tsx';

/** The conditions leave nothing. */
export function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState title="没有符合条件的任务" text="换个条件试试，或者看全部任务。">
      <Button onClick={onClear}>清除条件</Button>
    </EmptyState>
  );
}
