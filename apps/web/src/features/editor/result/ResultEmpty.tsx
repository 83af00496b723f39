import { AppstoreAddOutlined, InboxOutlined } from '@ant-design/icons';
import type { MixSummary } from '@mixreel/contract';
import { Button } from 'antd';
import { useCanEdit } from '#features/team/space.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { formatCombinations } from '../stage/candidate-words.ts';
import { reasonOf } from './Hindrances.tsx';
import type { ResultFilter } from './result-view.ts';

type Props = {
  filter: ResultFilter;
  /** By level, opening or voice. */
  is_narrowed: boolean;
  summary: MixSummary | undefined;
  is_busy: boolean;
  onPlan: () => void;
  onEditor: () => void;
};

const NOTHING: Record<Exclude<ResultFilter, 'all'>, { title: string; text: string }> = {
  picked: { title: '还没有选用的', text: '在「全部」里点视频左上角的勾，或者按 X。' },
  exported: { title: '还没有导出过', text: '选好之后点右上角「导出」，做好的会出现在这里。' },
  failed: { title: '没有失败的', text: '导出失败的会列在这里，可以只重试它们。' },
  excluded: { title: '没有排除的', text: '不想要的组合按 Delete 排除，以后挑选时不会再出现。' },
};

/** Nothing to show: because nothing was chosen yet, nothing can be, or nothing is of this kind. */
export function ResultEmpty({ filter, is_narrowed, summary, is_busy, onPlan, onEditor }: Props) {
  const canEdit = useCanEdit();
  if (is_narrowed) {
    return <EmptyState icon={<InboxOutlined />} title="没有这样的" text="换一个级别、开头或声音看看。" />;
  }
  if (filter !== 'all') return <EmptyState icon={<InboxOutlined />} {...NOTHING[filter]} />;
  // How many there can be is being counted; what to do next depends on it.
  if (!summary) return <p className="visually-hidden">正在计算能组合多少条</p>;
  if (summary.combinations === '0') {
    return (
      <EmptyState
        icon={<AppstoreAddOutlined />}
        title="还组合不出视频"
        text={reasonOf(summary) ?? '先在编辑器里给每个镜头放上片段。'}
      >
        <Button type="primary" onClick={onEditor}>
          去编辑器
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<AppstoreAddOutlined />}
      title="还没有挑选"
      text={`这个混剪能组合出 ${formatCombinations(summary.combinations, summary.is_exact)} 条视频，挑出彼此最不像的来看看。`}
    >
      {canEdit && (
        <Button type="primary" loading={is_busy} onClick={onPlan}>
          挑选
        </Button>
      )}
    </EmptyState>
  );
}
