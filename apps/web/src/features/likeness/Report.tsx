import { ArrowLeftOutlined, BulbOutlined, SettingOutlined } from '@ant-design/icons';
import { HISTORY_DAYS_MAX, type LikenessReport } from '@mixreel/contract';
import { Button, Switch, Tooltip } from 'antd';
import { useId, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useCanEdit } from '#features/team/space.ts';
import { formatTime } from '#lib/format.ts';
import { changeQuery } from '#lib/go.ts';
import { useSend } from '#lib/use-call.ts';
import { Choice } from '#ui/Choice.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { HeatMap } from './HeatMap.tsx';
import { LevelCard } from './LevelCard.tsx';
import { finishedPath } from './likeness-path.ts';
import { HEAT_KINDS, type HeatKind } from './likeness-words.ts';
import { pairAt } from './pair-of.ts';
import { PairDialog, type PairOf } from './PairDialog.tsx';
import { Proposals } from './Proposals.tsx';
import { ProposeDialog } from './ProposeDialog.tsx';
import { RowList } from './RowList.tsx';
import { SettingDialog } from './SettingDialog.tsx';
import { shortNames } from './short-names.ts';
import styles from './Likeness.module.css';

const KIND_OPTIONS = (Object.keys(HEAT_KINDS) as HeatKind[]).map((value) => ({ value, label: HEAT_KINDS[value] }));

/** What was measured: the level of all, each video with the one most like it, and what would change that. */
export function Report({ report }: { report: LikenessReport }) {
  const { artwork_ids, names, days, compared, seconds, created_at, setting } = report;
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const canEdit = useCanEdit();
  const [kind, setKind] = useState<HeatKind>('all');
  const word = kind === 'all' ? '重复度' : `${HEAT_KINDS[kind]}重复`;
  const [open, setOpen] = useState<'setting' | 'propose' | null>(null);
  const [pair, setPair] = useState<PairOf | null>(null);
  const add = useSend('likeness.add', { refresh: ['task.list'] });
  const days_id = useId();
  const history = setting.history_days || HISTORY_DAYS_MAX;
  const matrix = useMemo(
    () => ({ names: shortNames(names), likeness: report.matrix[kind] }),
    [names, report.matrix, kind],
  );

  const goTo = (task_id: string) =>
    changeQuery((now) => {
      const next = new URLSearchParams(now);
      next.set('task', task_id);
      return next;
    });
  const measure = async (wanted: number) => goTo((await add.mutateAsync({ artwork_ids, days: wanted })).task_id);
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <Tooltip title="回到成片">
          <Button
            type="text"
            icon={<ArrowLeftOutlined aria-hidden="true" />}
            aria-label="回到成片"
            onClick={() => void navigate(finishedPath(params.get('projectId')))}
          />
        </Tooltip>
        <h1>查重报告</h1>
        <p className={styles['facts']}>
          {artwork_ids.length} 条成片
          {days > 0 && (compared > 0 ? ` · 比过近 ${days} 天的 ${compared} 条` : ` · 近 ${days} 天没有别的导出`)} · 用时{' '}
          {seconds.toFixed(1)} 秒 · {formatTime(created_at)}
        </p>
        <div className={styles['tools']}>
          {canEdit && (
            <>
              <label className={styles['switch']} htmlFor={days_id}>
                <Switch
                  id={days_id}
                  size="small"
                  checked={days > 0}
                  loading={add.isPending}
                  onChange={(isOn) => void measure(isOn ? history : 0).catch(() => {})}
                />
                和近 {history} 天导出的比
              </label>
              <Button icon={<SettingOutlined aria-hidden="true" />} onClick={() => setOpen('setting')}>
                分级
              </Button>
              <Button type="primary" icon={<BulbOutlined aria-hidden="true" />} onClick={() => setOpen('propose')}>
                给出修改建议
              </Button>
            </>
          )}
        </div>
      </header>
      <div className={styles['body']}>
        <main className={styles['main']}>
          <LevelCard report={report} />
          <Proposals report={report} onPair={setPair} />
          <RowList report={report} onPair={setPair} />
        </main>
        <aside className={styles['aside']} aria-label="两两之间的重复度">
          <Choice label="比什么" options={KIND_OPTIONS} value={kind} onChange={setKind} />
          <div className={styles['panel']}>
            {names.length < 2 ? (
              <EmptyState
                title="只有一条"
                text={days > 0 ? '它和近期导出的哪条最像，在左边。' : '至少两条才能互相比较。'}
              />
            ) : (
              <HeatMap
                label={`${names.length} 条成片两两之间的${word}`}
                word={word}
                matrix={matrix}
                allowed={setting.levels[1]}
                onPair={(first, second) => setPair(pairAt(report, first, second))}
              />
            )}
          </div>
        </aside>
      </div>
      {open === 'setting' && (
        <SettingDialog
          setting={setting}
          onSaved={(history_days) => measure(days > 0 ? history_days : 0)}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'propose' && (
        <ProposeDialog
          report={report}
          onClose={() => setOpen(null)}
          onStarted={(task_id) => {
            setOpen(null);
            goTo(task_id);
          }}
        />
      )}
      {pair && <PairDialog pair={pair} onClose={() => setPair(null)} />}
    </div>
  );
}
