import type { Engine } from '@mixreel/contract';
import { Button } from 'antd';
import { useState } from 'react';
import type { OutputOf } from '#lib/call.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { Pill } from '#ui/Pill.tsx';
import { aboutEngine, engineState, troubleText } from './engine-words.ts';
import { WorkflowDialog } from './WorkflowDialog.tsx';
import styles from './Ai.module.css';

/** What models do here, who does it in which order, whether it works, and a button that really tries it. */
export function EngineList() {
  const abilities = useCall('ai.abilities', {});
  const engines = useCall('ai.engines', {});
  return (
    <ListStates
      query={abilities}
      loading={<LoadingRows count={4} />}
      isEmpty={(items) => items.length === 0}
      empty={<EmptyState title="还没有引擎" text="在服务器的配置里填写服务地址和密钥后，会出现在这里。" />}
    >
      {(items) => (
        <ul className={styles['engines']}>
          {items.map(({ ability, ability_name, reason }) => {
            const own = engines.data?.filter((engine) => engine.ability === ability) ?? [];
            return (
              <li key={ability}>
                <h3 className={styles['name']}>{ability_name}</h3>
                {own.length > 0 ? (
                  <ul aria-label={`${ability_name}的引擎`}>
                    {own.map((engine) => (
                      <EngineRow key={engine.engine} engine={engine} />
                    ))}
                  </ul>
                ) : (
                  <span className={styles['quiet']}>{engines.data && reason}</span>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </ListStates>
  );
}

function EngineRow({ engine }: { engine: Engine }) {
  const test = useSend('ai.testEngine', { refresh: ['ai.usage', 'ai.engines'] });
  const [result, setResult] = useState<OutputOf<'ai.testEngine'> | null>(null);
  const [isEditing, setEditing] = useState(false);
  const { reason, trouble, has_workflow } = engine;
  const { tone, label } = engineState(engine);
  return (
    <li className={styles['engine']}>
      <div>
        <div>{engine.engine_name}</div>
        <div className={styles['quiet']}>{aboutEngine(engine)}</div>
        {result && (
          <div className={styles['result']} data-ok={result.is_ok} role="status">
            {result.is_ok ? '通过' : '没通过'}：{result.message}，用时 {(result.milliseconds / 1000).toFixed(1)} 秒
          </div>
        )}
        {!result && reason && <div className={styles['quiet']}>{reason}</div>}
        {!result && trouble && <div className={styles['error']}>{troubleText(trouble)}</div>}
      </div>
      <Pill tone={tone}>{label}</Pill>
      {has_workflow && (
        <Button size="small" aria-label={`${engine.engine_name}的工作流`} onClick={() => setEditing(true)}>
          工作流
        </Button>
      )}
      {isEditing && <WorkflowDialog engine={engine} onClose={() => setEditing(false)} />}
      <Button
        size="small"
        loading={test.isPending}
        aria-label={`测试${engine.engine_name}的${engine.ability_name}`}
        onClick={() => {
          setResult(null);
          test.mutate({ engine: engine.engine, ability: engine.ability }, { onSuccess: setResult });
        }}
      >
        测试
      </Button>
    </li>
  );
}
