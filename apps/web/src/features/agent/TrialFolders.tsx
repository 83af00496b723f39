import { Pill } from '#ui/Pill.tsx';
import { useBatch } from './batch.ts';
import styles from './Calendar.module.css';

/** The folders of a delivery of ads: one a cell of the trial, with the video that lies in it. */
export function TrialFolders() {
  const { rows, outcomes } = useBatch().batch;
  const files = new Map(outcomes.map((one) => [one.row_id, one.status === 'done' ? one.file_name : null]));
  return (
    <div className={styles['platforms']}>
      <table>
        <thead>
          <tr>
            <th scope="col">文件夹</th>
            <th scope="col">开头</th>
            <th scope="col">视频</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row_id, note, point, hook }, n) => (
            <tr key={row_id}>
              <td>{note.trim() || point.trim() || '未分单元'}</td>
              <td>{hook}</td>
              <td>
                {files.get(row_id) ?? (
                  <>
                    第 {n + 1} 行 <Pill tone="neutral">未做好</Pill>
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
