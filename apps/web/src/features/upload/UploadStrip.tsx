import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { PauseAll } from './PauseAll.tsx';
import { ProgressRing } from './ProgressRing.tsx';
import { detailOf, titleOf } from './totals-words.ts';
import type { Totals } from './totals.ts';
import type { UploadItem } from './upload-item.ts';
import { closePanel, openPanel } from './upload-panel.ts';
import styles from './UploadPanel.module.css';

type Props = { items: UploadItem[]; totals: Totals; speed: number };

/** How far it is, in a line below the page: it takes its place rather than lying over something. */
export function UploadStrip({ items, totals, speed }: Props) {
  const { open, trouble, done, moving } = totals;
  const isAll = open === 0 && trouble === 0 && done > 0;
  return (
    <section className={styles['strip']} aria-label="上传进度">
      {moving > 0 && <ProgressRing percent={totals.percent} is_bad={trouble > 0} />}
      <p role="status">
        <b>{isAll ? '都传完了' : titleOf(totals)}</b>
        <span>{isAll ? '素材已经在库里，分析在后台继续' : detailOf(totals, speed)}</span>
      </p>
      <PauseAll items={items} moving={moving} />
      <Button size="small" onClick={() => openPanel(open > 0 ? 'open' : trouble > 0 ? 'trouble' : 'done')}>
        {open === 0 && trouble > 0 ? '看看为什么' : '查看'}
      </Button>
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined aria-hidden="true" />}
        aria-label="收起上传进度"
        onClick={closePanel}
      />
    </section>
  );
}
