import { ArrowLeftOutlined, ExportOutlined } from '@ant-design/icons';
import { type Candidate, type MixProject, resolveConfig } from '@mixreel/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Tooltip } from 'antd';
import { lazy, Suspense, useLayoutEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { editorPath } from '#features/mix/editor-path.ts';
import { useCanEdit } from '#features/team/space.ts';
import { keyOf } from '#lib/answers.ts';
import { tellError } from '#lib/call.ts';
import { useKeys } from '#lib/keys.ts';
import { useCall } from '#lib/use-call.ts';
import { Choice } from '#ui/Choice.tsx';
import { useMixActs } from '../document/mix-acts.ts';
import { allClips } from '../stage/combination.ts';
import { neighbour, readCandidates } from '../stage/read-candidates.ts';
import { enterMix } from '../stage/stage-state.ts';
import { useCandidateFeed } from '../stage/use-candidate-feed.ts';
import { changeCandidates, excludeCandidates } from './candidate-actions.ts';
import { CandidateGrid } from './CandidateGrid.tsx';
import { Figures } from './Figures.tsx';
import { HandOff } from './HandOff.tsx';
import { Hindrances } from './Hindrances.tsx';
import { refreshResult } from './refresh-result.ts';
import { FILTERS, PANELS, type ResultFilter, type ResultPanel, useResultView } from './result-view.ts';
import { ResultEmpty } from './ResultEmpty.tsx';
import { ResultPanelBody } from './ResultPanelBody.tsx';
import { ResultTools } from './ResultTools.tsx';
import { useAdvice } from './use-advice.ts';
import { type Mended, useMend } from './use-mend.ts';
import { usePlan } from './use-plan.ts';
import { Ways } from './Ways.tsx';
import styles from './Result.module.css';

const ExportDialog = lazy(async () => ({ default: (await import('./ExportDialog.tsx')).ExportDialog }));
const LookDialog = lazy(async () => ({ default: (await import('./LookDialog.tsx')).LookDialog }));
const PairDialog = lazy(async () => ({ default: (await import('./PairDialog.tsx')).PairDialog }));
const MendedDialog = lazy(async () => ({ default: (await import('./MendedDialog.tsx')).MendedDialog }));
const FinishedDialog = lazy(async () => ({ default: (await import('./FinishedDialog.tsx')).FinishedDialog }));

type Open =
  | { kind: 'export' }
  | { kind: 'look'; candidate: Candidate }
  | { kind: 'finished'; artwork_id: string }
  | { kind: 'pair'; pair: [ReturnType<typeof oneAt>, ReturnType<typeof oneAt>] }
  | { kind: 'mended'; mended: Mended };

const FILTER_OPTIONS = (Object.keys(FILTERS) as ResultFilter[]).map((value) => ({ value, label: FILTERS[value] }));
const PANEL_OPTIONS = (Object.keys(PANELS) as ResultPanel[]).map((value) => ({ value, label: PANELS[value] }));

/** What a mix gives: candidates to look at, to pick and to export. */
export function Result({ mix }: { mix: MixProject }) {
  const { mproject_id, project_id } = mix;
  const cache = useQueryClient();
  const navigate = useNavigate();
  const canEdit = useCanEdit();
  const { view, change } = useResultView();
  const [open, setOpen] = useState<Open | null>(null);
  const acts = useMixActs();
  const plan = usePlan(mproject_id);
  const summary = useCall('candidate.summary', { mproject_id }, { keep_previous: true });
  const matrix = useCall('candidate.matrix', { mproject_id }, { keep_previous: true });
  const all = useQuery({
    queryKey: keyOf('candidate.list', 'all', mproject_id),
    queryFn: () => readCandidates(cache, mproject_id),
    enabled: open?.kind === 'export' || open?.kind === 'look',
  });
  useLayoutEffect(() => enterMix(mproject_id), [mproject_id]);
  useCandidateFeed(mproject_id, { with_mix: true });
  const canExport = canEdit && (summary.data?.planned ?? 0) > 0;
  const undo = () => acts.undo().then(() => refreshResult(cache, { with_mix: true }), tellError);
  useKeys({ e: () => canExport && setOpen({ kind: 'export' }), 'mod+z': () => canEdit && void undo() });

  const config = resolveConfig({ template: mix.template_config, project: mix.config });
  const { data: known } = matrix;
  const numbers = useMemo(
    () => new Map(known?.candidate_ids.map((candidate_id, n) => [candidate_id, known.numbers[n] ?? 0])),
    [known],
  );
  const covers = useMemo(
    () =>
      new Map(allClips(mix).flatMap(({ video_clip_id, cover_url }) => (cover_url ? [[video_clip_id, cover_url]] : []))),
    [mix],
  );
  const mending = useMend(mproject_id, (mended) => setOpen({ kind: 'mended', mended }));
  const taker = useAdvice(mproject_id, () => plan.run(config.combine.count));
  const close = () => setOpen(null);
  const tick = ({ candidate_id, is_picked }: Candidate) => {
    const candidate = all.data?.find((one) => one.candidate_id === candidate_id);
    const now = candidate?.is_picked ?? is_picked;
    changeCandidates(cache, [candidate_id], { is_picked: !now }).catch(() => {});
  };
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <Tooltip title="回到编辑器">
          <Button
            type="text"
            icon={<ArrowLeftOutlined aria-hidden="true" />}
            aria-label="回到编辑器"
            onClick={() => void navigate(editorPath(mproject_id))}
          />
        </Tooltip>
        <h1 title={mix.mproject_name}>{mix.mproject_name}</h1>
        <Figures
          summary={summary.data}
          error={summary.error}
          taker={canEdit ? taker : null}
          onRetry={() => void summary.refetch()}
        />
        <div className={styles['tools']}>
          {canEdit && (
            <Tooltip title={summary.data?.is_outdated ? '内容改过了，重新挑选才会用上' : '挑过的保留，不够的补上'}>
              <Button loading={plan.is_busy} onClick={() => plan.run(config.combine.count)}>
                {summary.data?.is_outdated ? '内容有改动，重新挑选' : '重新挑选'}
              </Button>
            </Tooltip>
          )}
          {canEdit && (summary.data?.planned ?? 0) > 0 && (
            <Tooltip title="全部换成别的组合；导出过的成片不受影响">
              <Button disabled={plan.is_busy} onClick={() => plan.runOther(config.combine.count)}>
                换一批
              </Button>
            </Tooltip>
          )}
          {canEdit && (
            <Button
              type="primary"
              icon={<ExportOutlined aria-hidden="true" />}
              disabled={!canExport}
              loading={open?.kind === 'export' && all.isPending}
              onClick={() => setOpen({ kind: 'export' })}
            >
              导出
            </Button>
          )}
        </div>
      </header>
      <div className={styles['second']}>
        <Choice
          label="显示哪些候选"
          options={FILTER_OPTIONS}
          value={view.filter}
          onChange={(filter) => change({ filter })}
        />
        <ResultTools
          mproject_id={mproject_id}
          view={view}
          change={change}
          summary={summary.data}
          is_mending={mending.is_mending}
          onMend={mending.mend}
        />
        <HandOff mix={mix} summary={summary.data} />
      </div>
      <div className={styles['body']}>
        <main className={styles['main']}>
          {(summary.data?.combinations ?? '0') !== '0' && <Hindrances summary={summary.data} />}
          {(summary.data?.planned ?? 0) > 0 && <Ways summary={summary.data!} taker={canEdit ? taker : null} />}
          <CandidateGrid
            key={[view.filter, view.sort, view.level, view.opening, view.voice].join(' ')}
            mproject_id={mproject_id}
            view={view}
            ratio={config.picture.ratio}
            numbers={numbers}
            covers={covers}
            onOpen={(candidate) => setOpen({ kind: 'look', candidate })}
            empty={
              <ResultEmpty
                filter={view.filter}
                is_narrowed={view.level !== '' || view.opening !== '' || view.voice !== ''}
                summary={summary.data}
                is_busy={plan.is_busy}
                onPlan={() => plan.run(config.combine.count)}
                onEditor={() => void navigate(editorPath(mproject_id))}
              />
            }
          />
        </main>
        <aside className={styles['aside']} aria-label={PANELS[view.panel]}>
          <Choice label="右侧显示" options={PANEL_OPTIONS} value={view.panel} onChange={(panel) => change({ panel })} />
          <ResultPanelBody
            panel={view.panel}
            mproject_id={mproject_id}
            allowed={config.combine.max_share_percent / 100}
            summary={summary}
            matrix={matrix}
            taker={canEdit ? taker : null}
            onPair={(first, second) => {
              const { data } = matrix;
              if (data) setOpen({ kind: 'pair', pair: [oneAt(data, first), oneAt(data, second)] });
            }}
            onPlay={(artwork_id) => setOpen({ kind: 'finished', artwork_id })}
          />
        </aside>
      </div>
      <Suspense fallback={null}>
        {open?.kind === 'export' && all.data && (
          <ExportDialog
            mix={mix}
            candidates={all.data}
            onClose={close}
            onStarted={() => {
              close();
              change({ panel: 'exports' });
            }}
          />
        )}
        {open?.kind === 'look' && (
          <LookDialog
            candidate={all.data?.find((one) => one.candidate_id === open.candidate.candidate_id) ?? open.candidate}
            project_id={project_id}
            onTick={canEdit ? () => tick(open.candidate) : null}
            onClose={close}
            onStep={(by) => {
              const candidate = neighbour(all.data ?? [], open.candidate.candidate_id, by);
              if (candidate) setOpen({ kind: 'look', candidate });
            }}
          />
        )}
        {open?.kind === 'finished' && <FinishedDialog artwork_id={open.artwork_id} onClose={close} />}
        {open?.kind === 'pair' && (
          <PairDialog
            mproject_id={mproject_id}
            pair={open.pair}
            onExclude={
              canEdit
                ? ({ candidate_id }) => {
                    close();
                    excludeCandidates(cache, [candidate_id]).catch(() => {});
                  }
                : null
            }
            onReplace={canEdit ? mending.replace : null}
            is_busy={mending.is_replacing}
            onClose={close}
          />
        )}
        {open?.kind === 'mended' && (
          <MendedDialog
            mended={open.mended}
            onTakeBack={() => {
              close();
              mending.takeBack(open.mended.changed);
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  );
}

function oneAt({ candidate_ids, numbers }: { candidate_ids: string[]; numbers: number[] }, index: number) {
  return { candidate_id: candidate_ids[index] ?? '', number: numbers[index] ?? index + 1 };
}
