import { DownOutlined, ToolOutlined } from '@ant-design/icons';
import { type CandidateChoice, CANDIDATES_MAX, type MixSummary } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Dropdown, InputNumber, Modal, Select, Tooltip } from 'antd';
import { useState } from 'react';
import { useCanEdit } from '#features/team/space.ts';
import { formatShare } from '#lib/format.ts';
import { pickMany, type Picking, PICKS } from './pick-many.ts';
import { filterOf, LEVELS, type ResultView, SORTS } from './result-view.ts';
import styles from './Result.module.css';

type Props = {
  mproject_id: string;
  view: ResultView;
  change: (to: Partial<ResultView>) => void;
  summary: MixSummary | undefined;
  is_mending: boolean;
  onMend: () => void;
};

const SORT_OPTIONS = Object.entries(SORTS).map(([value, label]) => ({ value: value as ResultView['sort'], label }));
const LEVEL_OPTIONS = Object.entries(LEVELS)
  .map(([value, label]) => ({ value, label }))
  .toSorted((a, b) => a.value.localeCompare(b.value));

/** Which candidates are shown and in which order, ticking many at once, and mending what is too alike. */
export function ResultTools({ mproject_id, view, change, summary, is_mending, onMend }: Props) {
  const cache = useQueryClient();
  const canEdit = useCanEdit();
  const [first, setFirst] = useState<number | null>(null);
  const run = (how: Picking, count?: number) => {
    void pickMany(cache, filterOf(view, mproject_id), how, count).catch(() => {});
  };
  const runFirst = () => {
    run('first', first ?? 1);
    setFirst(null);
  };
  const { openings = [], voices = [], level = 1, most_likeness = 0, level_from = 1 } = summary ?? {};
  return (
    <div className={styles['narrow']}>
      <Select
        size="small"
        aria-label="排序"
        popupMatchSelectWidth={false}
        options={SORT_OPTIONS}
        value={view.sort}
        onChange={(sort) => change({ sort })}
      />
      <Select
        size="small"
        aria-label="按重复度级别筛选"
        popupMatchSelectWidth={false}
        options={LEVEL_OPTIONS}
        value={view.level}
        onChange={(value) => change({ level: value })}
      />
      {openings.length > 1 && (
        <Select
          size="small"
          aria-label="按开头筛选"
          popupMatchSelectWidth={false}
          options={[{ value: '', label: `${openings.length} 种开头` }, ...openings.map(optionOf)]}
          value={view.opening}
          onChange={(opening) => change({ opening })}
        />
      )}
      {voices.length > 1 && (
        <Select
          size="small"
          aria-label="按声音筛选"
          popupMatchSelectWidth={false}
          options={[{ value: '', label: `${voices.length} 种声音` }, ...voices.map(optionOf)]}
          value={view.voice}
          onChange={(voice) => change({ voice })}
        />
      )}
      {canEdit && view.filter !== 'excluded' && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: Object.entries(PICKS).map(([key, label]) => ({ key, label })),
            onClick: ({ key }) => (key === 'first' ? setFirst(12) : run(key as Picking)),
          }}
        >
          <Button size="small">
            选用 <DownOutlined aria-hidden="true" />
          </Button>
        </Dropdown>
      )}
      {canEdit && level > 2 && (
        <Tooltip
          title={`已选的里面最像的两条重复度 ${formatShare(most_likeness)}；改尽量少的几条，让两两都低于 ${formatShare(level_from)}`}
        >
          <Button size="small" icon={<ToolOutlined aria-hidden="true" />} loading={is_mending} onClick={onMend}>
            修到 L2
          </Button>
        </Tooltip>
      )}
      <Modal
        open={first !== null}
        width={360}
        centered
        title="只选前几条"
        okText="选用"
        cancelText="取消"
        onCancel={() => setFirst(null)}
        onOk={runFirst}
      >
        <InputNumber
          autoFocus
          aria-label="前几条"
          min={1}
          max={CANDIDATES_MAX}
          precision={0}
          value={first}
          onChange={(value) => setFirst(value ?? 1)}
          onPressEnter={runFirst}
        />
      </Modal>
    </div>
  );
}

function optionOf({ id, name, count }: CandidateChoice) {
  return { value: id, label: `${name}（${count} 条）` };
}
