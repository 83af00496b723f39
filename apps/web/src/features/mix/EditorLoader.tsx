import { ERRORS, mix } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useEditorState } from '#features/editor/editor-state.ts';
import { useProjectOf } from '#features/project/current-project.ts';
import { useSpace } from '#features/team/space.ts';
import { CallError } from '#lib/call.ts';
import { useCall } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Editor } from './Editor.tsx';
import { EditorSkeleton } from './EditorSkeleton.tsx';
import { WORDS } from './mix-words.ts';
import { useDarkPage } from './use-dark-page.ts';

/** Reads the mix, then opens it. What was read is forgotten on leaving, so that the next visit begins with the newest. */
export function EditorLoader({ mproject_id }: { mproject_id: string }) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const hasSpace = useSpace((state) => state.current !== null);
  const detail = useCall('mix.detail', { mproject_id });
  useDarkPage();
  useProjectOf(detail.data?.project_id);
  useEffect(() => {
    // Not what is on the stage: the page of results opens a mix with a candidate of its choice.
    useEditorState.setState({ shooting_id: null, video_clip_id: null, clip_ids: [], script_ids: {} });
    return () => cache.removeQueries({ queryKey: [mix.detail.path, { mproject_id }] });
  }, [cache, mproject_id]);

  if (detail.data && hasSpace) return <Editor mix={detail.data} />;
  if (detail.error instanceof CallError && detail.error.code === ERRORS.not_found.code) {
    return (
      <EmptyState is_page title={WORDS.editor_missing} text={detail.error.message}>
        <Button type="primary" onClick={() => void navigate('/studio/workspace')}>
          看{WORDS.back}
        </Button>
      </EmptyState>
    );
  }
  if (detail.error && !detail.isFetching) {
    return <ErrorState title={WORDS.editor_failed} error={detail.error} onRetry={() => void detail.refetch()} />;
  }
  return <EditorSkeleton />;
}
