import type { Engine, EngineWorkflow } from '@mixreel/contract';
import { Button, Modal } from 'antd';
import { useRef, useState } from 'react';
import { call } from '#lib/call.ts';
import { showToast } from '#lib/toast.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { GrowingText } from '#ui/GrowingText.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import styles from './Workflow.module.css';

type Props = { engine: Engine; onClose: () => void };

/** What an engine runs: pasted, marked, checked in words, and kept. */
export function WorkflowDialog({ engine, onClose }: Props) {
  const { engine: name, ability, engine_name } = engine;
  const kept = useCall('ai.workflow', { engine: name, ability });
  return (
    <Modal open centered width={720} title={`「${engine_name}」的工作流`} footer={null} onCancel={onClose}>
      {kept.data ? (
        <Editor engine={engine} kept={kept.data} onClose={onClose} />
      ) : kept.error ? (
        <ErrorState error={kept.error} onRetry={() => void kept.refetch()} isRetrying={kept.isFetching} />
      ) : (
        <LoadingRows />
      )}
    </Modal>
  );
}

type Kept = EngineWorkflow & { is_given: boolean };

function Editor({ engine, kept, onClose }: Props & { kept: Kept }) {
  const { engine: name, ability } = engine;
  const [text, setText] = useState(kept.workflow);
  const [read, setRead] = useState<EngineWorkflow | null>(kept.workflow ? kept : null);
  const set = useSend('ai.setWorkflow', { refresh: ['ai.workflow', 'ai.engines', 'picture.models'] });
  const asked = useRef(0);
  const look = async (workflow: string, is_marking: boolean) => {
    asked.current += 1;
    const mine = asked.current;
    const found = await call('ai.readWorkflow', { workflow, is_marking });
    // The answer to what was asked before may come last.
    if (mine !== asked.current) return;
    setRead(found);
    if (is_marking) setText(found.workflow);
  };
  const keep = async (workflow: string) => {
    await set.mutateAsync({ engine: name, ability, workflow });
    showToast('success', workflow ? '工作流已保存，可以点「测试」画一张' : '不再用这里贴的工作流');
    onClose();
  };
  const isEmpty = text.trim() === '';
  return (
    <div className={styles['editor']}>
      <p className={styles['how']}>
        在 ComfyUI 里把工作流「导出（API）」，整个贴在下面；再点「自动标出」，或自己把要填的值换成标记：
        <code>{'{{prompt}}'}</code> 画面描述、<code>{'{{width}}'}</code> <code>{'{{height}}'}</code>{' '}
        宽高（这三个必须有），
        <code>{'{{negative}}'}</code> 不想要的、<code>{'{{count}}'}</code> 张数、<code>{'{{seed}}'}</code> 种子。
      </p>
      <GrowingText
        aria-label="工作流"
        least={10}
        most={16}
        spellCheck={false}
        placeholder={'{\n  "3": { "class_type": "KSampler", "inputs": { … } },\n  …\n}'}
        value={text}
        onChange={({ target }) => {
          asked.current += 1;
          setText(target.value);
          setRead(null);
        }}
        onBlur={() => {
          // Said by the request itself.
          if (!isEmpty && !read) void look(text, false).catch(() => {});
        }}
      />
      <div role="status" className={styles['state']}>
        {read?.problem && <p className={styles['problem']}>{read.problem}</p>}
        {read && read.marks.length > 0 && (
          <ul aria-label="标出的值">
            {read.marks.map(({ mark, mark_name, node, class_type, input }) => (
              <li key={`${mark} ${node} ${input}`}>
                <b>{mark_name}</b> 填进节点 {node}（{class_type}）的 {input}
              </li>
            ))}
          </ul>
        )}
      </div>
      <footer className={styles['foot']}>
        {kept.is_given && (
          <Button danger type="text" loading={set.isPending} onClick={() => void keep('').catch(() => {})}>
            不再用它
          </Button>
        )}
        <span />
        <Button disabled={isEmpty} onClick={() => void look(text, true).catch(() => {})}>
          自动标出
        </Button>
        <Button
          type="primary"
          disabled={isEmpty}
          loading={set.isPending}
          onClick={() => void keep(text).catch(() => void look(text, false).catch(() => {}))}
        >
          保存
        </Button>
      </footer>
    </div>
  );
}
