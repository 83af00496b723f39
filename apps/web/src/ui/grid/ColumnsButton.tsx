import { ArrowDownOutlined, ArrowUpOutlined, TableOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover } from 'antd';
import type { KeptColumns } from './kept-columns.ts';
import styles from './FindBar.module.css';

/** Which columns are shown, and in which order: for this person. */
export function ColumnsButton<Row>({ columns }: { columns: KeptColumns<Row> }) {
  const { all, isShown } = columns;
  const list = (
    <>
      <ul className={styles['columns']} aria-label="列">
        {all.map(({ key, name }, n) => (
          <li key={key}>
            <Checkbox
              checked={isShown(key)}
              disabled={isShown(key) && columns.shown.length === 1}
              onChange={(event) => columns.show(key, event.target.checked)}
            >
              {name}
            </Checkbox>
            <Button
              size="small"
              type="text"
              disabled={n === 0}
              icon={<ArrowUpOutlined aria-hidden="true" />}
              aria-label={`${name}往前`}
              onClick={() => columns.move(key, -1)}
            />
            <Button
              size="small"
              type="text"
              disabled={n === all.length - 1}
              icon={<ArrowDownOutlined aria-hidden="true" />}
              aria-label={`${name}往后`}
              onClick={() => columns.move(key, 1)}
            />
          </li>
        ))}
      </ul>
      <Button size="small" block onClick={columns.reset}>
        恢复默认
      </Button>
    </>
  );
  return (
    <Popover trigger="click" placement="bottomRight" title="显示哪些列" content={list}>
      <Button size="small" type="text" icon={<TableOutlined aria-hidden="true" />}>
        列
      </Button>
    </Popover>
  );
}
