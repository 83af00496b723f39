import { SoundOutlined } from '@ant-design/icons';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useCurrentProject } from '#features/project/current-project.ts';
import { player } from '#lib/player.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { PieceList } from './PieceList.tsx';
import { StudioLoader } from './StudioLoader.tsx';

/** Pieces of a project, or one of them in the studio: `ai_audio_id` of the address says which. */
export function AudioStudioPage() {
  const [params, setParams] = useSearchParams();
  const { project_id, has_none, choose } = useCurrentProject();
  const ai_audio_id = params.get('ai_audio_id');
  const named = params.get('project_id');

  // Nothing goes on sounding once the page is left.
  useEffect(() => () => player.stop(), [ai_audio_id]);

  /** An address from outside names the project in its own way; another project chosen above leaves the piece. */
  const before = useRef(project_id);
  const follow = useEffectEvent(() => {
    const isFirst = before.current === null || before.current === project_id;
    before.current = project_id;
    if (project_id === null || named === project_id) return;
    if (isFirst && named !== null) choose(named);
    if (!isFirst && (named !== null || ai_audio_id !== null)) setParams({ projectId: project_id });
  });
  useEffect(() => follow(), [project_id]);

  if (ai_audio_id) return <StudioLoader key={ai_audio_id} ai_audio_id={ai_audio_id} />;
  if (has_none) {
    return (
      <EmptyState
        is_page
        icon={<SoundOutlined />}
        title="音频工坊"
        text="配音放在项目里。先新建一个项目，再来写台词。"
      />
    );
  }
  if (!project_id) return <LoadingRows label="正在打开音频工坊" />;
  return <PieceList key={named ?? project_id} project_id={named ?? project_id} />;
}
