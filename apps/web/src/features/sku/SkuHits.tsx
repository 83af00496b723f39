import { CheckOutlined, CloseOutlined } from '@ant-design/icons';
import type { SkuHit, SkuMark } from '@mixreel/contract';
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox } from 'antd';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useCanEdit } from '#features/team/space.ts';
import { changeAnswers, keyOf } from '#lib/answers.ts';
import { call, type OutputOf } from '#lib/call.ts';
import { useSend } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { HitPlayer } from './HitPlayer.tsx';
import { nextOpen } from './next-open.ts';
import styles from './Sku.module.css';

const PAGE_SIZE = 50;

type Verdict = SkuHit['verdict'];
type Hits = InfiniteData<OutputOf<'sku.hits'>>;

/** The shots in which a product was found, judged one after the other: → or Y is it, ← or N is not. */
export function SkuHits({ sku }: { sku: SkuMark }) {
  const { sku_mark_id, sku_name } = sku;
  const [isUnsure, setIsUnsure] = useState(false);
  const [at, setAt] = useState<number | null>(null);
  const [counts, setCounts] = useState({ confirmed: sku.confirmed, rejected: sku.rejected });
  /** What was judged, and as what it stood before. */
  const [undo, setUndo] = useState<{ index: number; before: Verdict }[]>([]);
  const canEdit = useCanEdit();
  const cache = useQueryClient();
  const box = useRef<HTMLDivElement>(null);
  const asked = { sku_mark_id, only_unsure: isUnsure };
  const list = useInfiniteQuery({
    queryKey: keyOf('sku.hits', asked),
    queryFn: ({ pageParam, signal }) =>
      call('sku.hits', { ...asked, page_index: pageParam, page_size: PAGE_SIZE }, { is_quiet: true, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page_info: { page_index, total_page } }) =>
      page_index < total_page ? page_index + 1 : undefined,
    staleTime: Infinity,
  });
  const judge = useSend('sku.judge', { refresh: ['sku.list'] });
  const hits = list.data?.pages.flatMap((page) => page.items) ?? [];
  const total = list.data?.pages[0]?.page_info.total ?? 0;
  // A number larger than the list means: all are judged.
  const current = at ?? nextOpen(hits, -1);
  const hit = hits[current];

  // The keys work at once, as soon as there is something to judge.
  const isThere = hits.length > 0;
  useEffect(() => {
    if (isThere) box.current?.focus();
  }, [isThere, isUnsure]);

  const mark = (index: number, verdict: Verdict) => {
    const one = hits[index];
    if (!one || !canEdit) return;
    const before = one.verdict;
    const write = (to: Verdict) =>
      changeAnswers(cache, 'sku.hits', (data: Hits) => withVerdict(data, one.shot_id, to), asked);
    write(verdict);
    // Each by its own promise: with callbacks only the last of several quick ones would hear that it was refused.
    judge.mutateAsync({ sku_mark_id, shot_id: one.shot_id, verdict }).then(
      ({ confirmed, rejected }) => setCounts({ confirmed, rejected }),
      () => write(before),
    );
  };
  const decide = (verdict: 'confirmed' | 'rejected') => {
    if (!hit) return;
    mark(current, verdict);
    setUndo([...undo, { index: current, before: hit.verdict }]);
    const next = nextOpen(
      hits.map((one, n) => (n === current ? { ...one, verdict } : one)),
      current,
    );
    setAt(next);
    if (next > hits.length - 10 && list.hasNextPage && !list.isFetching) void list.fetchNextPage();
  };
  const takeBack = () => {
    const last = undo.at(-1);
    if (last === undefined) return;
    mark(last.index, last.before);
    setUndo(undo.slice(0, -1));
    setAt(last.index);
  };
  const press = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const act = {
      arrowright: () => decide('confirmed'),
      y: () => decide('confirmed'),
      arrowleft: () => decide('rejected'),
      n: () => decide('rejected'),
      z: takeBack,
      arrowdown: () => setAt(Math.min(current + 1, hits.length - 1)),
      arrowup: () => setAt(Math.max(current - 1, 0)),
    }[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <>
      <div className={styles['bar']}>
        <p role="status">
          找到 {total} 个镜头 · 确认 {counts.confirmed} · 否定 {counts.rejected}
        </p>
        <Checkbox
          checked={isUnsure}
          onChange={({ target }) => {
            setIsUnsure(target.checked);
            setAt(null);
            setUndo([]);
          }}
        >
          只看拿不准的
        </Checkbox>
      </div>
      <ListStates
        query={list}
        isEmpty={() => hits.length === 0}
        empty={
          <EmptyState
            title={isUnsure ? '没有拿不准的镜头' : '还没有在镜头里找到它'}
            text={isUnsure ? '取消勾选可以看全部镜头。' : '新素材分析完会自动找；也可以补几张商品图片再学一遍。'}
          />
        }
      >
        {() => (
          // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a short way for what the buttons do
          <div ref={box} className={styles['judge']} tabIndex={-1} onKeyDown={press}>
            {hit ? (
              <div className={styles['stage']}>
                <HitPlayer key={hit.shot_id} hit={hit} />
                <div className={styles['question']}>
                  <p>
                    <strong>是「{sku_name}」吗？</strong>
                    <span>
                      {hit.material_name} · 把握 {Math.round(hit.confidence * 100)}%
                    </span>
                  </p>
                  <Button
                    danger={hit.verdict === 'rejected'}
                    disabled={!canEdit}
                    icon={<CloseOutlined aria-hidden="true" />}
                    onClick={() => decide('rejected')}
                  >
                    不是 <kbd>←</kbd>
                  </Button>
                  <Button
                    type="primary"
                    disabled={!canEdit}
                    icon={<CheckOutlined aria-hidden="true" />}
                    onClick={() => decide('confirmed')}
                  >
                    是 <kbd>→</kbd>
                  </Button>
                  <Button type="text" disabled={undo.length === 0} onClick={takeBack}>
                    撤销 <kbd>Z</kbd>
                  </Button>
                </div>
              </div>
            ) : (
              <EmptyState title="都看过了" text="你的判断会让它认得更准。点下面的镜头可以改。">
                {undo.length > 0 && <Button onClick={takeBack}>撤销上一个</Button>}
              </EmptyState>
            )}
            <ul className={styles['hits']} aria-label="找到的镜头">
              {hits.map((one, n) => (
                <li key={one.shot_id}>
                  <button
                    type="button"
                    data-verdict={one.verdict ?? ''}
                    aria-current={n === current}
                    aria-label={`${one.material_name} 第 ${one.index + 1} 个镜头，把握 ${Math.round(one.confidence * 100)}%${verdictWords(one.verdict)}`}
                    onClick={() => {
                      setAt(n);
                      box.current?.focus();
                    }}
                  >
                    {one.cover_url && <img src={one.cover_url} alt="" loading="lazy" />}
                    <span>{Math.round(one.confidence * 100)}%</span>
                    {one.verdict === 'confirmed' && <CheckOutlined aria-hidden="true" />}
                    {one.verdict === 'rejected' && <CloseOutlined aria-hidden="true" />}
                  </button>
                </li>
              ))}
            </ul>
            {list.hasNextPage && (
              <Button block loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                更多镜头
              </Button>
            )}
          </div>
        )}
      </ListStates>
    </>
  );
}

function verdictWords(verdict: Verdict): string {
  return verdict === null ? '' : verdict === 'confirmed' ? '，已确认' : '，已否定';
}

function withVerdict(
  data: InfiniteData<OutputOf<'sku.hits'>>,
  shot_id: string,
  verdict: Verdict,
): InfiniteData<OutputOf<'sku.hits'>> {
  const pages = data.pages.map((page) => ({
    ...page,
    items: page.items.map((hit) => (hit.shot_id === shot_id ? { ...hit, verdict } : hit)),
  }));
  return { ...data, pages };
}
