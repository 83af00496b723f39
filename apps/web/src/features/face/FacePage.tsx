import { PlusOutlined, UserSwitchOutlined } from '@ant-design/icons';
import type { FaceSwap } from '@mixreel/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { AbilityTabs } from '#features/clean/AbilityTabs.tsx';
import { SourcePicker } from '#features/clean/SourcePicker.tsx';
import { progressWords, type WorkItem, WorkList } from '#features/clean/WorkList.tsx';
import { InProject } from '#features/project/InProject.tsx';
import { useCanEdit } from '#features/team/space.ts';
import { changeQuery } from '#lib/go.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { confirmBox } from '#ui/message-box.ts';
import { FaceDesk } from './FaceDesk.tsx';
import { FacePicker } from './FacePicker.tsx';
import { unfinished } from './unfinished.ts';
import { useFaceFeed } from './use-face.ts';
import styles from '#features/clean/Work.module.css';

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
  useFaceFeed(project_id);
  const begin = async (material_ids: string[]) => {
    // One that is refused says why by itself, and keeps none of the others from being added.
    const added: string[] = [];
    let refusal: unknown = null;
    for (const material_id of material_ids) {
      await add.mutateAsync({ project_id, material_id }).then(
        ({ swap_id }) => added.push(swap_id),
        (error: unknown) => (refusal = error),
      );
    }
    if (added.length === 0) throw refusal;
    open(added[0] ?? null);
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
        <WorkList
          query={list}
          label="换脸"
          empty="还没有换脸"
          what="换脸"
          toItem={toItem}
          opened={opened}
          can_edit={canEdit}
          onOpen={open}
          onDrop={drop}
        />
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
        // What went wrong is said beside it.
        list.isPending && <LoadingRows />
      )}
      {isKeeping && <FacePicker project_id={project_id} onPick={null} onClose={() => setIsKeeping(false)} />}
      {isPicking && (
        <SourcePicker
          project_id={project_id}
          with_ai
          onPick={(materials) => begin(materials.map(({ material_id }) => material_id))}
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

function toItem({ swap_id: id, swap_name: name, cover_url, ...rest }: FaceSwap): WorkItem {
  return { id, name, cover_url, ...stateOf(rest) };
}

function stateOf({
  status,
  find,
  make,
  figures_count,
}: Pick<FaceSwap, 'status' | 'find' | 'make' | 'figures_count'>): Pick<WorkItem, 'text' | 'tone'> {
  if (status === 'analysing') return { text: progressWords('正在找人', find), tone: 'busy' };
  if (status === 'producing') return { text: progressWords('正在换脸', make), tone: 'busy' };
  if (status === 'failed') return { text: (make?.error ?? find?.error)?.message ?? '没有成功', tone: 'bad' };
  if (status === 'done') return { text: '已做好', tone: 'good' };
  const words = figures_count === 0 ? unfinished(find) : null;
  if (words) return { text: words, tone: 'bad' };
  return { text: figures_count > 0 ? `${figures_count} 个人物` : '没有找到人', tone: 'plain' };
}
