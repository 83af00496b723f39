import { IMPORT_COLUMNS, type ImportField, type ImportProblem } from '@mixreel/contract';
import { Select } from 'antd';
import styles from './Import.module.css';

/** So many are looked at; all are imported. */
const SHOWN_MAX = 200;
const PROBLEMS_MAX = 5;
const NONE = '';
const OPTIONS = [
  { value: NONE, label: '不导入' },
  ...IMPORT_COLUMNS.map(({ field, name }) => ({ value: field, label: name })),
];

type Props = {
  rows: readonly string[][];
  fields: readonly (ImportField | null)[];
  has_headings: boolean;
  problems: readonly ImportProblem[];
  onField: (column: number, field: ImportField | null) => void;
};

/** The table of a file under what its columns become. Cells that can't be taken as they are say what happens to them. */
export function ImportPreview({ rows, fields, has_headings, problems, onField }: Props) {
  const told = new Map(problems.map(({ row, column, text }) => [`${row} ${column}`, text]));
  const headings = has_headings ? (rows[0] ?? []) : [];
  const first = has_headings ? 1 : 0;
  const body = rows.slice(first, first + SHOWN_MAX);
  const chosen = fields.some((field) => field !== null);
  return (
    <>
      {!chosen && <p className={styles['problem']}>还没有选哪一列是什么：在表格上方选「台词」或「画面」。</p>}
      {problems.length > 0 && (
        <div className={styles['problems']} role="status">
          <p>{problems.length} 格不能原样导入，已在表格里标出：</p>
          <ul>
            {problems.slice(0, PROBLEMS_MAX).map(({ row, column, text }) => (
              <li key={`${row} ${column}`}>
                第 {row + 1 - first} 行：{text}
              </li>
            ))}
          </ul>
          {problems.length > PROBLEMS_MAX && <p>还有 {problems.length - PROBLEMS_MAX} 格，鼠标停在标出的格子上看</p>}
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <div className={styles['scroll']} role="region" aria-label="文件里的表格" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col" aria-label="行号" />
              {fields.map((field, n) => (
                <th key={n} scope="col" data-off={field === null}>
                  <Select
                    size="small"
                    aria-label={`第 ${n + 1} 列${headings[n] ? `「${headings[n]}」` : ''}导入为`}
                    value={field ?? NONE}
                    options={OPTIONS}
                    onChange={(value) => onField(n, value === NONE ? null : (value as ImportField))}
                    popupMatchSelectWidth={false}
                  />
                  {has_headings && <span>{headings[n]}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {body.map((row, r) => (
              <tr key={r}>
                <th scope="row">{r + 1}</th>
                {fields.map((field, n) => {
                  const problem = told.get(`${r + first} ${n}`);
                  return (
                    <td key={n} data-off={field === null} data-bad={problem !== undefined} title={problem}>
                      {row[n]}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length - first > SHOWN_MAX && (
        <p className={styles['more']}>
          这里只显示前 {SHOWN_MAX} 行，{rows.length - first} 行都会导入
        </p>
      )}
    </>
  );
}
