import type { Engine } from '@mixreel/contract';
import { Button } from 'antd';
import { useState } from 'react';
import type { OutputOf } from '#lib/call.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { Pill } from '#ui/Pill.tsx';
import { ABILITY_NAMES } from './ai-words.ts';
import styles from './Ai.module.css';

/** Every engine, whether it works, and a button that really tries it. */
export function EngineList() {
  const engines = useCall('ai.engines', {});
  return (
    <ListStates
      query={engines}
      loading={<LoadingRows count={2} />}
      isEmpty={(items) => items.length === 0}
      empty={<EmptyState title="还没有引擎" text="在服务器的配置里填写服务地址和密钥后，会出现在这里。" />}
    >
      {(items) => (
        <ul className={styles['engines']}>
          {items.map((engine) => (
            <EngineRow key={`${engine.engine} ${engine.ability}`} engine={engine} />
          ))}
        </ul>
      )}
    </ListStates>
  );
}

function EngineRow({
  engine: { engine, engine_name, ability, is_built_in, host, is_ready, reason },
}: {
  engine: Engine;
}) {
  const test = useSend('ai.testEngine', { refresh: ['ai.usage'] });
  const [result, setResult] = useState<OutputOf<'ai.testEngine'> | null>(null);
  const name = `${engine_name}的${ABILITY_NAMES[ability]}`;
  return (
    <li>
      <div className={styles['engine']}>
        <span className={styles['name']}>{ABILITY_NAMES[ability]}</span>
        <span className={styles['quiet']}>
          {engine_name}
          {is_built_in ? '，在本机运行' : `，${host ?? ''}`}
        </span>
      </div>
      {result && (
        <span className={styles['result']} data-ok={result.is_ok} role="status">
          {result.is_ok ? '通过' : '没通过'}：{result.message}，用时 {(result.milliseconds / 1000).toFixed(1)} 秒
        </span>
      )}
      {!result && reason && <span className={styles['quiet']}>{reason}</span>}
      <Pill tone={is_ready ? 'good' : 'warning'}>{is_ready ? '可用' : '不可用'}</Pill>
      <Button
        size="small"
        loading={test.isPending}
        aria-label={`测试${name}`}
        onClick={() => {
          setResult(null);
          test.mutate({ engine, ability }, { onSuccess: setResult });
        }}
      >
        测试
      </Button>
    </li>
  );
}
