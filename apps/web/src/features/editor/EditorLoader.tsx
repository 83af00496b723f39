import { ERRORS } from '@mixreel/contract';
import { Button } from 'antd';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useOpening } from '#features/document/use-opening.ts';
import { WORDS } from '#features/mix/mix-words.ts';
import { useProjectOf } from '#features/project/current-project.ts';
import { CallError } from '#lib/call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { useEditorState } from './editor-state.ts';
import { Editor } from './Editor.tsx';
import { EditorSkeleton } from './EditorSkeleton.tsx';
import { useDarkPage } from './use-dark-page.ts';

export function EditorLoader({ mproject_id }: { mproject_id: string }) {
  const navigate = useNavigate();
  const { detail, opened, failed } = useOpening('mix.detail', { mproject_id }, mproject_id);
  useDarkPage();
  useProjectOf(detail.data?.project_id);
  useEffect(() => {
    // Not what is on the stage: the page of results opens a mix with a candidate of its choice.
    useEditorState.setState({ shooting_id: null, video_clip_id: null, clip_ids: [], script_ids: {}, sequence: null });
    return () => useEditorState.setState({ sequence: null });
  }, [mproject_id]);

  if (detail.data && opened) return <Editor mix={detail.data} opened={opened} />;
  if (detail.error instanceof CallError && detail.error.code === ERRORS.not_found.code) {
    return (
      <EmptyState is_page title={WORDS.editor_missing} text={detail.error.message}>
        <Button type="primary" onClick={() => void navigate('/studio/workspace')}>
          看{WORDS.back}
        </Button>
      </EmptyState>
    );
  }
  if (failed?.error) {
    return <ErrorState title={WORDS.editor_failed} error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  return <EditorSkeleton />;
}
