import { CheckCircleFilled, CloseCircleFilled, InfoCircleOutlined } from '@ant-design/icons';
import type { ExportProblem } from '@mixreel/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { useTaboo } from '#features/taboo/use-taboo.ts';
import { useCall } from '#lib/use-call.ts';
import { ListStates } from '#ui/ListStates.tsx';
import type { InspectorTab } from '../editor-state.ts';
import { useFix } from './use-fix.ts';
import styles from './Export.module.css';

const SHOWN = 4;
/** What is wrong with the mix as a whole is put right in a part of its properties. */
export const WHOLE_PLACES: Record<string, { label: string; tab: InspectorTab } | undefined> = {
  music: { label: '换一首', tab: 'music' },
  logo: { label: '换一张', tab: 'global' },
};
type Props = {
  mproject_id: string;
  /** Goes to where it can be put right. */
  onPlace: (problem: ExportProblem) => void;
};

/** What to look at before export: what refuses it first. */
export function CheckList(place: Props) {
  const check = useCheck(place.mproject_id);
  const fixing = useFix(place.mproject_id);
  return (
    <div className={styles['check']} aria-busy={check.isFetching}>
      <ListStates
        query={check}
        isEmpty={({ problems }) => problems.length === 0}
        empty={
          <p className={styles['fine']}>
            <CheckCircleFilled aria-hidden="true" />
            检查过了，没有问题
          </p>
        }
        loading={
          <p className={styles['checking']} role="status">
            正在检查缺字、语速、遮挡和授权…
          </p>
        }
      >
        {({ problems }) => (
          <>
            <FixAll count={problems.filter(({ fixes }) => fixes.length > 0).length} fixing={fixing} />
            <Group
              {...place}
              fixing={fixing}
              title="必须先处理"
              problems={problems.filter(({ blocks }) => blocks)}
              is_bad
            />
            <Group {...place} fixing={fixing} title="建议看看" problems={problems.filter(({ blocks }) => !blocks)} />
          </>
        )}
      </ListStates>
    </div>
  );
}

export function useCheck(mproject_id: string) {
  return useCall('candidate.check', { mproject_id }, { stale_ms: 5000 });
}

type Fixing = ReturnType<typeof useFix>;

/** Everything that one click each would do, by one click. */
function FixAll({ count, fixing }: { count: number; fixing: Fixing }) {
  if (count < 2) return null;
  return (
    <p className={styles['all']}>
      <span>有 {count} 处可以自动改好，改完还能撤销。</span>
      <Button size="small" loading={fixing.is_all} disabled={fixing.is_busy} onClick={() => fixing.fixAll()}>
        一键全部修复
      </Button>
    </p>
  );
}

/** The owner of the space may say that this word is fine here. */
function AllowWord({ word }: { word: string }) {
  const { can_allow, allow, is_busy } = useTaboo();
  if (!can_allow) return null;
  return (
    <button type="button" disabled={is_busy} onClick={() => void allow(word).catch(() => {})}>
      这个词我们可以用
    </button>
  );
}

type GroupProps = Omit<Props, 'mproject_id'> & {
  fixing: Fixing;
  title: string;
  problems: ExportProblem[];
  is_bad?: boolean;
};

function Group({ fixing, title, problems, onPlace, is_bad = false }: GroupProps) {
  const [isOpen, setIsOpen] = useState(is_bad);
  if (problems.length === 0) return null;
  const shown = isOpen ? problems : problems.slice(0, SHOWN);
  return (
    <section data-bad={is_bad} aria-label={title}>
      <h3>
        {title} {problems.length}
      </h3>
      <ul>
        {shown.map((problem, n) => (
          <li key={n}>
            {is_bad ? <CloseCircleFilled aria-hidden="true" /> : <InfoCircleOutlined aria-hidden="true" />}
            <span>
              {problem.where && <b>{problem.where}</b>}
              {problem.message}
            </span>
            <span className={styles['acts']}>
              {problem.fixes.map((fix) => (
                <button
                  key={fix.label}
                  type="button"
                  disabled={fixing.is_busy}
                  onClick={() => fixing.fix({ problem, fix })}
                >
                  {fix.label}
                </button>
              ))}
              {problem.taboo_word !== null && <AllowWord word={problem.taboo_word} />}
              {problem.fact !== null && (
                <button type="button" disabled={fixing.is_busy} onClick={() => fixing.accept(problem)}>
                  就这样说，由我负责
                </button>
              )}
              {(problem.shooting_id || WHOLE_PLACES[problem.kind]) && (
                <button type="button" onClick={() => onPlace(problem)}>
                  {WHOLE_PLACES[problem.kind]?.label ?? '去看镜头'}
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {shown.length < problems.length && (
        <button type="button" className={styles['more']} onClick={() => setIsOpen(true)}>
          还有 {problems.length - shown.length} 条
        </button>
      )}
    </section>
  );
}
