import { FileTextOutlined, RobotOutlined, RocketOutlined } from '@ant-design/icons';
import { AGENT_KINDS, type AgentProject } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { ScriptFileButton } from '#features/audio/ScriptFileButton.tsx';
import { useCanEdit } from '#features/team/space.ts';
import { call } from '#lib/call.ts';
import { onward } from '#lib/go.ts';
import { readAgain } from '#lib/read-again.ts';
import { useSend } from '#lib/use-call.ts';
import { WorkHeader } from '#ui/WorkHeader.tsx';
import { agentsPath, batchPath } from './agent-path.ts';
import { BatchCards } from './BatchCards.tsx';
import { problemOf, withSheet } from './brief-draft.ts';
import { BriefNews } from './BriefNews.tsx';
import { BriefPanel } from './BriefPanel.tsx';
import { useBrief } from './use-brief.ts';
import styles from './Agent.module.css';

const SheetDialog = lazy(async () => ({ default: (await import('#features/writer/SheetDialog.tsx')).SheetDialog }));
const RunsDialog = lazy(async () => ({ default: (await import('./RunsDialog.tsx')).RunsDialog }));
const PICTURES = ['.jpg', '.jpeg', '.png', '.webp'];
const EXTENSIONS = ['.docx', '.pdf', '.xlsx', '.csv', '.pptx', '.txt', '.md', ...PICTURES];

/** One agent: its brief, and the batches that were planned from it. */
export function AgentScreen({ agent }: { agent: AgentProject }) {
  const { agent_project_id, project_id, agent_kind, agent_name } = agent;
  const navigate = useNavigate();
  const canEdit = useCanEdit();
  const cache = useQueryClient();
  const writing = useBrief(agent);
  const { draft, setDraft, brief, isChanged } = writing;
  const [isAsked, setIsAsked] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const [isRuns, setIsRuns] = useState(false);
  const save = useSend('agent.update');
  const plan = useSend('agent.addTask', { refresh: ['agent.detail', 'agent.list'] });
  const reader = useMemo(
    () => ({
      extensions: PICTURES,
      read: (given: { file_name: string; content_base64: string }, signal: AbortSignal) =>
        call('agent.parseFile', { project_id, agent_project_id, ...given }, { is_quiet: true, signal }),
    }),
    [project_id, agent_project_id],
  );
  const problem = problemOf(brief);
  const refresh = () => readAgain(cache, ['agent.detail', 'agent.list']);
  const keep = async () => {
    try {
      writing.saved(await save.mutateAsync({ agent_project_id, brief, updated_at: writing.updated_at }));
    } finally {
      // Refused, perhaps because somebody else has saved: what they did comes in.
      await refresh();
    }
  };
  const rename = async (name: string) => {
    await save.mutateAsync({ agent_project_id, agent_name: name });
    await refresh();
  };
  const begin = async () => {
    setIsAsked(true);
    if (problem) return;
    const goOn = onward();
    if (isChanged) await keep();
    const { agent_batch_config_id } = await plan.mutateAsync({ agent_project_id });
    goOn(batchPath(project_id, agent_batch_config_id));
  };
  return (
    <div className={styles['screen']}>
      <WorkHeader
        className={styles['header']}
        back={AGENT_KINDS[agent_kind]}
        onBack={() => void navigate(agentsPath(agent_kind, project_id))}
        name={agent_name}
        name_label="智能体名称"
        onRename={(name) => void rename(name).catch(() => {})}
        can_edit={canEdit}
        saving={null}
        steps={null}
        editing={
          <ScriptFileButton
            label="读取商品资料"
            icon={<FileTextOutlined aria-hidden="true" />}
            name="商品资料文件"
            extensions={EXTENSIONS}
            onFile={setFile}
          />
        }
      >
        <Button type="text" icon={<RobotOutlined aria-hidden="true" />} onClick={() => setIsRuns(true)}>
          让它自己做
        </Button>
        {canEdit && (
          <>
            <Button
              disabled={!isChanged || writing.isOpen}
              loading={save.isPending}
              onClick={() => void keep().catch(() => {})}
            >
              保存资料
            </Button>
            <Button
              type="primary"
              icon={<RocketOutlined aria-hidden="true" />}
              disabled={writing.isOpen}
              loading={plan.isPending}
              onClick={() => void begin().catch(() => {})}
            >
              规划 {draft.count} 条
            </Button>
          </>
        )}
      </WorkHeader>
      <BriefNews brief={writing} />
      <div
        className={styles['body']}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          const [dropped] = event.dataTransfer.files;
          if (dropped && canEdit) setFile(dropped);
        }}
      >
        <BriefPanel
          project_id={project_id}
          agent_project_id={agent_project_id}
          draft={draft}
          problem={isAsked ? problem : ''}
          is_ad={agent_kind === 'ad'}
          can_edit={canEdit}
          onChange={setDraft}
        />
        <BatchCards batches={agent.batches} />
      </div>
      {isRuns && (
        <Suspense>
          <RunsDialog agent_project_id={agent_project_id} can_edit={canEdit} onClose={() => setIsRuns(false)} />
        </Suspense>
      )}
      {file && (
        <Suspense>
          <SheetDialog
            // What was found in another file is not what this one says.
            key={`${file.name} ${file.size} ${file.lastModified}`}
            place={{ project_id }}
            file={file}
            reader={reader}
            onTake={(items) => setDraft((now) => withSheet(now, items))}
            onClose={() => setFile(null)}
          />
        </Suspense>
      )}
    </div>
  );
}
