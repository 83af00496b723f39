import { ClearOutlined, PlusOutlined } from '@ant-design/icons';
import type { Clean, TaskWork } from '@mixreel/contract';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { InProject } from '#features/project/InProject.tsx';
import { useCanEdit } from '#features/team/space.ts';
import { changeQuery } from '#lib/go.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { confirmBox } from '#ui/message-box.ts';
import { AbilityTabs } from './AbilityTabs.tsx';
import { CleanDesk } from './CleanDesk.tsx';
import { SourcePicker } from './SourcePicker.tsx';
import { useCleanFeed } from './use-clean.ts';
import { progressWords, type WorkItem, WorkList } from './WorkList.tsx';
import styles from './Work.module.css';

/** Taking text and marks away, in the current project. */
export function CleanPage() {
  return (
    <InProject icon={<ClearOutlined />} title="文字水印去除" text="素材放在项目里。先新建一个项目。">
      {(project_id) => <Workbench key={project_id} project_id={project_id} />}
    </InProject>
  );
}

function Workbench({ project_id }: { project_id: string }) {
  const canEdit = useCanEdit();
  const [params] = useSearchParams();
  const [isPicking, setIsPicking] = useState(false);
  const add = useSend('clean.add', { refresh: ['clean.list'] });
  const remove = useSend('clean.remove', { refresh: ['clean.list'] });
  const list = useCall('clean.list', { project_id, page_size: 100 });
  useCleanFeed(project_id);
  const begin = async (material_ids: string[]) => {
    const { clean_ids } = await add.mutateAsync({ project_id, material_ids });
    open(clean_ids[0] ?? null);
  };
  useGiven((material_ids) => void begin(material_ids).catch(() => {}));
  const items = list.data?.items ?? [];
  const opened = params.get('clean') ?? items[0]?.clean_id ?? null;
  const drop = async ({ clean_id, material_name }: Clean) => {
    const asked = { title: `删除「${material_name}」的记录？`, text: '还没保存的结果会一起删除，素材库里的不受影响。' };
    if (!(await confirmBox({ ...asked, ok_label: '删除', is_danger: true }))) return;
    await remove.mutateAsync({ clean_ids: [clean_id] });
    if (clean_id === opened) open(null);
  };
  return (
    <div className={styles['page']}>
      {/* The empty page has a title of its own. */}
      {(opened ?? !list.data) && <h1 className="visually-hidden">文字水印去除</h1>}
      <div className={styles['side']}>
        <AbilityTabs />
        {canEdit && (
          <div className={styles['pick']}>
            <Button
              type="primary"
              icon={<PlusOutlined aria-hidden="true" />}
              loading={add.isPending}
              onClick={() => setIsPicking(true)}
            >
              选视频或图片
            </Button>
          </div>
        )}
        <WorkList
          query={list}
          label="要处理的素材"
          empty="还没有要处理的素材"
          what="记录"
          toItem={toItem}
          opened={opened}
          can_edit={canEdit}
          onOpen={open}
          onDrop={drop}
        />
      </div>
      {opened ? (
        <Desk key={opened} clean_id={opened} others={items.filter((one) => one.clean_id !== opened && isReady(one))} />
      ) : list.data ? (
        <EmptyState
          is_page
          icon={<ClearOutlined />}
          title="去掉画面上的文字和水印"
          text="选视频或图片，自动找出字幕、水印和贴纸文字；背景从前后画面里找回来，找不回来的再由 AI 补全。"
        >
          {canEdit && (
            <Button type="primary" onClick={() => setIsPicking(true)}>
              选视频或图片
            </Button>
          )}
        </EmptyState>
      ) : (
        // What went wrong is said beside it.
        list.isPending && <LoadingRows />
      )}
      {isPicking && (
        <SourcePicker
          project_id={project_id}
          onPick={(materials) => begin(materials.map(({ material_id }) => material_id))}
          onClose={() => setIsPicking(false)}
        />
      )}
    </div>
  );
}

function open(clean_id: string | null): void {
  changeQuery(
    (now) => {
      now.delete('clean');
      if (clean_id) now.set('clean', clean_id);
      return now;
    },
    { replace: true },
  );
}

function Desk({ clean_id, others }: { clean_id: string; others: Clean[] }) {
  const detail = useCall('clean.detail', { clean_id });
  if (detail.data) return <CleanDesk detail={detail.data} others={others} />;
  if (detail.error) {
    return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} isRetrying={detail.isFetching} />;
  }
  return <LoadingRows label="正在打开" />;
}

/** Materials that another page sends here: `material` of the address, once or several times. */
function useGiven(onGiven: (material_ids: string[]) => void): void {
  const [params] = useSearchParams();
  const given = params.getAll('material').join(' ');
  const take = useEffectEvent(() => {
    changeQuery(
      (now) => {
        now.delete('material');
        return now;
      },
      { replace: true },
    );
    onGiven(given.split(' '));
  });
  useEffect(() => {
    if (given) take();
  }, [given]);
}

const isOpen = (work: TaskWork | null) => work !== null && ['queued', 'running', 'canceling'].includes(work.status);

/** Something is ticked, and nothing has come of it yet. */
function isReady({ find, make, result, marks_count }: Clean): boolean {
  return marks_count > 0 && !isOpen(find) && !isOpen(make) && !result;
}

function toItem({ clean_id: id, material_name: name, cover_url, ...rest }: Clean): WorkItem {
  return { id, name, cover_url, ...stateOf(rest) };
}

function stateOf({
  find,
  make,
  result,
  marks_count,
  all_count,
}: Pick<Clean, 'find' | 'make' | 'result' | 'marks_count' | 'all_count'>): Pick<WorkItem, 'text' | 'tone'> {
  if (isOpen(make)) return { text: progressWords('正在去除', make), tone: 'busy' };
  if (isOpen(find)) return { text: progressWords('正在查找文字', find), tone: 'busy' };
  if (make?.status === 'failed') return { text: make.error?.message ?? '没有成功', tone: 'bad' };
  if (result) return { text: result.material_id ? '已保存' : '已去除，还没保存', tone: 'good' };
  if (find?.status === 'failed') return { text: find.error?.message ?? '没有找成', tone: 'bad' };
  if (marks_count > 0) return { text: `勾选了 ${marks_count} 处`, tone: 'plain' };
  return { text: all_count > 0 ? `找到 ${all_count} 处，还没有勾选` : '没有找到文字', tone: 'plain' };
}
