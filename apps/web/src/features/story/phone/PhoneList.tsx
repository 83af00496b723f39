import { UserOutlined } from '@ant-design/icons';
import type { PhoneRow } from '@mixreel/contract';
import { Choice } from '#ui/Choice.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { usePhone } from './phone-code.ts';
import { RowCard } from './RowCard.tsx';
import type { RowGroup, RowSort } from './sort-rows.ts';
import { TakesStrip } from './TakesStrip.tsx';
import styles from './Phone.module.css';

const SORTS: { value: RowSort; label: string }[] = [
  { value: 'scene', label: '按场景' },
  { value: 'most', label: '最能多出片' },
];

type Props = {
  board_name: string;
  story_board_id: string;
  has_mix: boolean;
  rows: readonly PhoneRow[];
  groups: readonly RowGroup[];
  sort: RowSort;
  onSort: (sort: RowSort) => void;
  /** By row, what shooting it brings. */
  why: ReadonlyMap<string, string>;
  over: string | null;
  onOpen: (row_id: string) => void;
  onRename: () => void;
};

/** The list: how far it is, what is next, and what is on its way. */
export function PhoneList(props: Props) {
  const { board_name, story_board_id, has_mix, rows, groups, sort, onSort, why, over, onOpen, onRename } = props;
  const name = usePhone((state) => state.name);
  const wanted = rows.filter(({ state }) => state !== 'dropped');
  const done = wanted.filter(({ state }) => state === 'done').length;
  const hasScenes = rows.some(({ scene }) => scene.trim() !== '');
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <div>
          <h1>{board_name}</h1>
          <button type="button" className={styles['me']} aria-label={`我是${name}，改名字`} onClick={onRename}>
            <UserOutlined aria-hidden="true" />
            {name}
          </button>
        </div>
        <div className={styles['progress']}>
          <progress max={Math.max(1, wanted.length)} value={done} aria-label="拍好的行" />
          <span>
            拍好 <b>{done}</b> / {wanted.length}
          </span>
        </div>
        {has_mix && <Choice label="先拍什么" options={SORTS} value={sort} onChange={onSort} />}
      </header>
      {over && (
        <p className={styles['over']} role="alert">
          <b>{over}。</b>
          拍好的都留在这台手机上，扫新的码后会接着传。
        </p>
      )}
      <main className={styles['list']}>
        {rows.length === 0 && <EmptyState title="故事板还没有内容" text="电脑上写好以后，这里会自己出现。" />}
        {groups.map((group) => (
          <section key={group.title}>
            {(hasScenes || sort === 'most' || group.title !== '') && (
              <h2>
                {group.title || '没写场景'}
                <small>{group.rows.length}</small>
              </h2>
            )}
            <ul aria-label={group.title || '没写场景'}>
              {group.rows.map((row) => (
                <RowCard
                  key={row.row_id}
                  row={row}
                  why={sort === 'most' && row.state !== 'done' ? why.get(row.row_id) : undefined}
                  onOpen={() => onOpen(row.row_id)}
                />
              ))}
            </ul>
          </section>
        ))}
      </main>
      <TakesStrip story_board_id={story_board_id} />
    </div>
  );
}
