import { document, ERRORS, mix } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { sendKeptActs } from '#features/document/kept-acts.ts';
import { WORDS } from '#features/mix/mix-words.ts';
import { useProjectOf } from '#features/project/current-project.ts';
import { useSpace } from '#features/team/space.ts';
import { CallError } from '#lib/call.ts';
import { useCall } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { useEditorState } from './editor-state.ts';
import { Editor } from './Editor.tsx';
import { EditorSkeleton } from './EditorSkeleton.tsx';
import { useDarkPage } from './use-dark-page.ts';

/** Reads the mix, then opens it. What was read is forgotten on leaving, so that the next visit begins with the newest. */
export function EditorLoader({ mproject_id }: { mproject_id: string }) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const hasSpace = useSpace((state) => state.current !== null);
  const [isSent, setIsSent] = useState(false);
  // What was not saved on an earlier visit comes first, so that it is in what is opened.
  useEffect(() => void sendKeptActs().finally(() => setIsSent(true)), []);
  const detail = useCall('mix.detail', { mproject_id });
  const opened = useCall('document.open', { document_id: mproject_id }, { enabled: isSent, stale_ms: Infinity });
  useDarkPage();
  useProjectOf(detail.data?.project_id);
  useEffect(() => {
    // Not what is on the stage: the page of results opens a mix with a candidate of its choice.
    useEditorState.setState({ shooting_id: null, video_clip_id: null, clip_ids: [], script_ids: {}, sequence: null });
    return () => {
      useEditorState.setState({ sequence: null });
      cache.removeQueries({ queryKey: [mix.detail.path, { mproject_id }] });
      cache.removeQueries({ queryKey: [document.open.path, { document_id: mproject_id }] });
    };
  }, [cache, mproject_id]);

  if (detail.data && opened.data && hasSpace) return <Editor mix={detail.data} opened={opened.data} />;
  if (detail.error instanceof CallError && detail.error.code === ERRORS.not_found.code) {
    return (
      <EmptyState is_page title={WORDS.editor_missing} text={detail.error.message}>
        <Button type="primary" onClick={() => void navigate('/studio/workspace')}>
          看{WORDS.back}
        </Button>
      </EmptyState>
    );
  }
  const failed = [detail, opened].find(({ error, isFetching }) => error && !isFetching);
  if (failed?.error) {
    return <ErrorState title={WORDS.editor_failed} error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  return <EditorSkeleton />;
}
