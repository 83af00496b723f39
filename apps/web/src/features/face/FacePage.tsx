import { DeleteOutlined, PlusOutlined, UserSwitchOutlined } from '@ant-design/icons';
import type { FaceSwap, TaskWork } from '@mixreel/contract';
import { Button, Tooltip } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { AbilityTabs } from '#features/clean/AbilityTabs.tsx';
import { SourcePicker } from '#features/clean/SourcePicker.tsx';
import { InProject } from '#features/project/InProject.tsx';
import { useCanEdit } from '#features/team/space.ts';
import { formatLeft } from '#lib/format.ts';
import { changeQuery } from '#lib/go.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { confirmBox } from '#ui/message-box.ts';
import { MiddleCut } from '#ui/MiddleCut.tsx';
import { RemoteImage } from '#ui/RemoteImage.tsx';
import { FaceDesk } from './FaceDesk.tsx';
import { FacePicker } from './FacePicker.tsx';
import { useFaceFeed } from './use-face.ts';
import styles from './Face.module.css';

/** Putting consented faces onto people, in the current project. */
export function FacePage() {
  return (
    <InProject icon={<UserSwitchOutlined />} title="AI 换脸" text="素材放在项目里。先新建一个项目。">
      {(project_id) => <Workbench key={project_id} project_id={project_id} />}
    </InProject>
  );
}

function Workbench({ project_id }: { project_id: string }) {
  const canEdit = useCanEdit();
  const [params] = useSearchParams();
  const [isPicking, setIsPicking] = useState(false);
  const [isKeeping, setIsKeeping] = useState(false);
  const add = useSend('face.addProject', { refresh: ['face.projectList'] });
  const remove = useSend('face.removeProject', { refresh: ['face.projectList'] });
  const list = useCall('face.projectList', { project_id, page_size: 100 });
  useFaceFeed();
  const begin = async (material_ids: string[]) => {
    for (const material_id of material_ids) {
      const { swap_id } = await add.mutateAsync({ project_id, material_id });
      open(swap_id);
    }
  };
  const drop = async ({ swap_id, swap_name }: FaceSwap) => {
    const asked = {
      title: `删除「${swap_name}」的换脸？`,
      text: '还没保存的结果会一起删除，素材库里的和同意记录不受影响。',
    };
    if (!(await confirmBox({ ...asked, ok_label: '删除', is_danger: true }))) return;
    await remove.mutateAsync({ swap_id });
    if (swap_id === opened) open(null);
  };
  const opened = params.get('swap') ?? list.data?.items[0]?.swap_id ?? null;
  const pick = (
    <Button
      type="primary"
      icon={<PlusOutlined aria-hidden="true" />}
      loading={add.isPending}
      onClick={() => setIsPicking(true)}
    >
      选视频或图片
    </Button>
  );
  return (
    <div className={styles['page']}>
      {/* The empty page has a title of its own. */}
      {(opened ?? !list.data) && <h1 className="visually-hidden">AI 换脸</h1>}
      <div className={styles['side']}>
        <AbilityTabs />
        {canEdit && (
          <div className={styles['pick']}>
            {pick}
            <Button onClick={() => setIsKeeping(true)}>人脸与同意</Button>
          </div>
        )}
        <ListStates
          query={list}
          loading={<LoadingRows />}
          isEmpty={({ items }) => items.length === 0}
          empty={<p className={styles['hint']}>还没有换脸</p>}
        >
          {({ items }) => (
            <ul className={styles['list']} aria-label="换脸">
              {items.map((item) => (
                <li key={item.swap_id} data-on={item.swap_id === opened}>
                  <button type="button" aria-current={item.swap_id === opened} onClick={() => open(item.swap_id)}>
                    <RemoteImage src={item.cover_url} alt="" />
                    <span className={styles['name']}>
                      <MiddleCut text={item.swap_name} />
                      <small data-state={item.status}>{wordsOf(item)}</small>
                    </span>
                  </button>
                  {canEdit && (
                    <Tooltip title="删除换脸">
                      <Button
                        size="small"
                        type="text"
                        aria-label={`删除「${item.swap_name}」的换脸`}
                        icon={<DeleteOutlined aria-hidden="true" />}
                        onClick={() => void drop(item).catch(() => {})}
                      />
                    </Tooltip>
                  )}
                </li>
              ))}
            </ul>
          )}
        </ListStates>
      </div>
      {opened ? (
        <Desk key={opened} swap_id={opened} project_id={project_id} />
      ) : list.data ? (
        <EmptyState
          is_page
          icon={<UserSwitchOutlined />}
          title="给画面里的人换一张脸"
          text="先取得本人同意，再选视频或图片：自动找出画面里的人，选好脸，预览 3 秒再做全部。结果都带 AI 标识。"
        >
          {canEdit && pick}
        </EmptyState>
      ) : (
        <LoadingRows />
      )}
      {isKeeping && <FacePicker project_id={project_id} onPick={null} onClose={() => setIsKeeping(false)} />}
      {isPicking && (
        <SourcePicker
          project_id={project_id}
          with_ai
          onPick={(materials) => void begin(materials.map(({ material_id }) => material_id)).catch(() => {})}
          onClose={() => setIsPicking(false)}
        />
      )}
    </div>
  );
}

function open(swap_id: string | null): void {
  changeQuery(
    (now) => {
      now.delete('swap');
      if (swap_id) now.set('swap', swap_id);
      return now;
    },
    { replace: true },
  );
}

function Desk({ swap_id, project_id }: { swap_id: string; project_id: string }) {
  const detail = useCall('face.projectDetail', { swap_id });
  if (detail.data) return <FaceDesk detail={detail.data} project_id={project_id} />;
  if (detail.error) {
    return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} isRetrying={detail.isFetching} />;
  }
  return <LoadingRows label="正在打开" />;
}

function wordsOf({ status, find, make, figures_count }: FaceSwap): string {
  const going = (words: string, work: TaskWork | null) => {
    if (!work || work.status === 'queued') return '排队中';
    return `${words} ${Math.floor(work.progress)}%${work.eta_s === null ? '' : `，还要${formatLeft(work.eta_s)}`}`;
  };
  if (status === 'analysing') return going('正在找人', find);
  if (status === 'producing') return going('正在换脸', make);
  if (status === 'failed') return (make?.error ?? find?.error)?.message ?? '没有成功';
  if (status === 'done') return '已做好';
  return figures_count > 0 ? `${figures_count} 个人物` : '没有找到人';
}
