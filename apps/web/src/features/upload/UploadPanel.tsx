import { CheckOutlined, CloseOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { type KeyboardEvent, useCallback, useMemo, useRef } from 'react';
import { formatSize } from '#lib/format.ts';
import { showToast } from '#lib/toast.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { addFiles } from './add-files.ts';
import { AnalysisBar } from './AnalysisBar.tsx';
import { continueFiles } from './continue-files.ts';
import { ACCEPTED } from './file-kind.ts';
import { PauseAll } from './PauseAll.tsx';
import { pickedFromList } from './picked-file.ts';
import { RowList } from './RowList.tsx';
import { detailOf, titleOf } from './totals-words.ts';
import { inOrder, type Totals } from './totals.ts';
import { groupOf, type UploadGroup, type UploadItem } from './upload-item.ts';
import { closePanel, holdPanel, openPanel, usePanel } from './upload-panel.ts';
import { UploadRow } from './UploadRow.tsx';
import { goOn, uploads } from './uploads.ts';
import type { Analysis } from './use-analysis.ts';
import styles from './UploadPanel.module.css';

type Props = {
  items: UploadItem[];
  totals: Totals;
  speed: number;
  project_id: string | null;
  analysis: Analysis;
};

const EMPTY: Record<UploadGroup, { title: string; text: string }> = {
  open: { title: '没有正在上传的文件', text: '把文件或文件夹拖进素材库，或点「上传」选择。' },
  done: { title: '还没有传完的文件', text: '传完的素材会列在这里。' },
  trouble: { title: '没有失败的文件', text: '没有传成的文件会带着原因列在这里。' },
};

/** What is on its way, done or failed. It does not stand in the way: the page behind it can be used. */
export function UploadPanel({ items, totals, speed, project_id, analysis }: Props) {
  const group = usePanel((state) => state.group);
  const input = useRef<HTMLInputElement>(null);
  const other = useRef<HTMLInputElement>(null);
  const replaced = useRef<UploadItem>(null);
  const shown = useMemo(() => {
    const some = items.filter((item) => groupOf(item) === group);
    return group === 'open' ? inOrder(some) : some;
  }, [items, group]);
  const canClear = group !== 'open' && shown.length > 0;
  const interrupted = items.filter(({ state }) => state === 'needs_file');

  const choose = useCallback(async (item: UploadItem) => {
    if (item.has_handle && (await goOn(item.key, { ask: true }))) return;
    input.current?.click();
  }, []);
  const replace = useCallback((item: UploadItem) => {
    replaced.current = item;
    other.current?.click();
  }, []);
  const takeInstead = (element: HTMLInputElement) => {
    const picked = pickedFromList(element.files);
    element.value = '';
    const item = replaced.current;
    if (!item || picked.length === 0) return;
    uploads.remove([item.key]);
    const { project_id: to, goal, material_sub_type } = item;
    void addFiles(picked, {
      project_id: to,
      dir_id: goal.dir_id,
      place: '',
      material_sub_type: material_sub_type ?? 'shot_video',
    });
  };
  const remove = useCallback((item: UploadItem) => uploads.remove([item.key]), []);
  const chosen = (element: HTMLInputElement) => {
    const picked = pickedFromList(element.files);
    element.value = '';
    const rest = project_id ? continueFiles(picked, project_id) : picked;
    if (rest.length === 0) return;
    const [first] = interrupted;
    const wanted = first ? `，要的是「${first.file_name}」（${formatSize(first.bytes)}）` : '';
    showToast('warning', `「${rest[0]?.file.name}」不是没传完的那个文件${wanted}`);
  };
  const options = [
    { value: 'open' as const, label: `进行中 ${totals.open || ''}`.trim() },
    { value: 'done' as const, label: `完成 ${totals.done || ''}`.trim() },
    { value: 'trouble' as const, label: `失败 ${totals.trouble || ''}`.trim() },
  ];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape, from whatever has the focus in it
    <div
      className={styles['panel']}
      role="dialog"
      aria-modal={false}
      tabIndex={-1}
      aria-label="上传"
      onPointerEnter={() => holdPanel(true)}
      onPointerLeave={() => holdPanel(false)}
      onFocus={() => holdPanel(true)}
      onBlur={() => holdPanel(false)}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Escape') closePanel();
      }}
    >
      <header className={styles['head']}>
        <div className={styles['summary']}>
          <h2>{titleOf(totals)}</h2>
          <p>{detailOf(totals, speed)}</p>
        </div>
        <PauseAll items={items} moving={totals.moving} />
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined aria-hidden="true" />}
          aria-label="收起上传面板"
          onClick={closePanel}
        />
        {totals.moving > 0 && (
          <div
            className={styles['total']}
            role="progressbar"
            aria-label="全部上传的进度"
            aria-valuenow={totals.percent}
          >
            <span style={{ transform: `scaleX(${totals.percent / 100})` }} />
          </div>
        )}
      </header>
      <div className={styles['groups']}>
        <Segmented<UploadGroup>
          block
          aria-label="显示哪些文件"
          options={options}
          value={group}
          onChange={(value) => openPanel(value)}
        />
      </div>
      {group === 'open' && interrupted.length > 0 && (
        <p className={styles['notice']}>
          {interrupted.length} 个文件在页面关闭时没有传完。把它们再拖进来，或
          <button type="button" onClick={() => input.current?.click()}>
            重新选择
          </button>
          ，会从断开的地方继续。
        </p>
      )}
      {shown.length === 0 ? (
        <div className={styles['empty']}>
          {group === 'open' && totals.done > 0 ? (
            <EmptyState icon={<CheckOutlined />} title="都传完了" text="素材已经在库里，分析在后台继续。">
              <Button onClick={() => openPanel('done')}>看传完的</Button>
            </EmptyState>
          ) : (
            <EmptyState title={EMPTY[group].title} text={EMPTY[group].text} />
          )}
        </div>
      ) : (
        <RowList
          label={`${options.find(({ value }) => value === group)?.label}个文件`}
          items={shown}
          keyOf={({ key }) => key}
        >
          {(item) => <UploadRow item={item} onChoose={choose} onReplace={replace} onRemove={remove} />}
        </RowList>
      )}
      <footer className={styles['foot']}>
        <AnalysisBar project_id={project_id} analysis={analysis} />
        {canClear && (
          <Button size="small" type="text" onClick={() => uploads.remove(shown.map(({ key }) => key))}>
            {group === 'done' ? '清空已完成' : '清空失败'}
          </Button>
        )}
      </footer>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label="没有传完的文件"
        accept={ACCEPTED}
        onChange={(event) => chosen(event.target)}
      />
      <input
        ref={other}
        type="file"
        hidden
        aria-label="换成的文件"
        accept={ACCEPTED}
        onChange={(event) => takeInstead(event.target)}
      />
    </div>
  );
}
