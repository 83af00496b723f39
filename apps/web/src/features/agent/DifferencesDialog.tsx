import { type AgentDifference, AGENT_ROWS_MAX, type AgentRow } from '@mixreel/contract';
import { Modal } from 'antd';
import { showToast } from '#lib/toast.ts';
import type { GridColumn } from '#ui/grid/column.ts';
import { edit, readBatch, useBatch } from './batch.ts';
import { newRow } from './BatchTable.tsx';
import styles from './Agent.module.css';

type Props = { differences: AgentDifference[]; columns: readonly GridColumn<AgentRow>[]; onClose: () => void };

/** What a table from another program would change; nothing counts before somebody says so. */
export function DifferencesDialog({ differences, columns, onClose }: Props) {
  const { desk } = useBatch();
  const take = () => {
    const { rows } = readBatch(desk.live.view.getState().state);
    const { made, problems } = withDifferences(rows, differences, columns);
    edit(desk, { rows: made });
    if (problems.length > 0) showToast('warning', `${problems.length} 处没有采用：${problems[0]}`);
    onClose();
  };
  return (
    <Modal
      open
      centered
      width={760}
      title={`表格里有 ${differences.length} 处不同`}
      okText="采用这些修改"
      cancelText="不改"
      onOk={take}
      onCancel={onClose}
    >
      <ul className={styles['differences']} aria-label="不同的地方">
        {differences.map(({ row_id, number, field, name, before, after }) => (
          <li key={`${row_id ?? `new ${number}`} ${field}`}>
            <b>{row_id ? `第 ${number} 行 · ${name}` : `新的一行 · ${name}`}</b>
            {before && <del>{before}</del>}
            <ins>{after || '（清空）'}</ins>
          </li>
        ))}
      </ul>
    </Modal>
  );
}

/** Rows with what the table says; what a cell cannot take stays as it was. */
function withDifferences(
  rows: readonly AgentRow[],
  differences: readonly AgentDifference[],
  all: readonly GridColumn<AgentRow>[],
) {
  const columns = new Map(all.map((column) => [column.key, column]));
  const problems: string[] = [];
  const put = (row: AgentRow, { field, number, after }: AgentDifference): AgentRow => {
    const answer = columns.get(field)?.put(row, after) ?? { problem: '没有这一列' };
    if ('row' in answer) return answer.row;
    problems.push(`第 ${number} 行${answer.problem}`);
    return row;
  };
  const ofRow = Map.groupBy(differences, ({ row_id, number }) => row_id ?? `new ${number}`);
  const changed = rows.map((row) => (ofRow.get(row.row_id) ?? []).reduce(put, row));
  const added = [...ofRow].flatMap(([key, all]) => (key.startsWith('new ') ? [all.reduce(put, newRow())] : []));
  // One row too many, and nothing of it would be taken.
  const room = Math.max(0, AGENT_ROWS_MAX - rows.length);
  if (added.length > room) problems.push(`行数已满，有 ${added.length - room} 条新的没有放进来`);
  return { made: [...changed, ...added.slice(0, room)], problems };
}
