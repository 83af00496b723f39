import { SearchOutlined, StarFilled, StarOutlined } from '@ant-design/icons';
import { COMMON_FUNCS_MAX, type Func } from '@mixreel/contract';
import { Modal } from 'antd';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { track } from '#lib/analytics/index.ts';
import { showToast } from '#lib/toast.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { arrangeFuncs } from './arrange-funcs.ts';
import { FuncIcon } from './FuncIcon.tsx';
import styles from './Launcher.module.css';

/** Type two letters, press Enter. Before that: the person's own shortcuts, then everything by group. */
export function Launcher({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  // Read before it is opened: who types two letters and Enter does not wait for a list.
  useCall('home.all', {}, { stale_ms: 60_000 });
  // Opened again while it still fades out, it must not show what was typed before.
  const [round, setRound] = useState(0);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setRound(round + 1);
  }
  return (
    <Modal
      open={isOpen}
      onCancel={onClose}
      footer={null}
      closable={false}
      width={560}
      style={{ top: 96 }}
      title={<span className="visually-hidden">快速打开</span>}
      destroyOnHidden
      styles={{ container: { padding: 0, overflow: 'hidden' }, header: { margin: 0, padding: 0 } }}
    >
      <Palette key={round} onClose={onClose} />
    </Modal>
  );
}

function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const navigate = useNavigate();
  const all = useCall('home.all', {}, { stale_ms: 60_000 });
  const common = useCall('home.common', {}, { stale_ms: 60_000 });
  const add = useSend('home.addCommon', { refresh: ['home.common'] });
  const remove = useSend('home.deleteCommon', { refresh: ['home.common'] });
  const id = useId();

  const commonIds = useMemo(() => new Set(common.data?.map(({ func_id }) => func_id)), [common.data]);
  const groups = useMemo(() => arrangeFuncs(all.data ?? [], common.data ?? [], text), [all.data, common.data, text]);
  const flat = groups.flatMap(({ items }) => items);
  const current = flat[Math.min(at, flat.length - 1)];

  const open = (func: Func) => {
    track('open_func', { func_id: func.func_id, is_common: commonIds.has(func.func_id) });
    onClose();
    void navigate(func.route);
  };
  const toggle = ({ func_id }: Func) => {
    if (commonIds.has(func_id)) return remove.mutate({ func_id });
    if (commonIds.size < COMMON_FUNCS_MAX) add.mutate({ func_id });
    else showToast('warning', `常用功能最多 ${COMMON_FUNCS_MAX} 个，先移除一个`);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && flat.length > 0) {
      event.preventDefault();
      const next = (at + step + flat.length) % flat.length;
      setAt(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter' && current) {
      event.preventDefault();
      open(current);
    }
  };

  return (
    <>
      <div className={styles['search']}>
        <SearchOutlined aria-hidden="true" />
        <input
          autoFocus
          role="combobox"
          aria-expanded={flat.length > 0}
          aria-haspopup="grid"
          aria-controls={`${id}-list`}
          aria-activedescendant={current ? `${id}-${flat.indexOf(current)}` : undefined}
          aria-label="搜索功能"
          placeholder="去哪里？输入名字或拼音首字母"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={handleKey}
        />
        <kbd>Esc</kbd>
      </div>
      <div className={styles['results']}>
        {all.error && <ErrorState error={all.error} onRetry={() => void all.refetch()} />}
        {all.isPending && <LoadingRows count={6} />}
        {all.data && flat.length === 0 && (
          <EmptyState title="没有这个功能" text="换个名字试试，例如「素材」或「sc」。" />
        )}
        {/* A grid, because every line holds a second control: the star. */}
        <div id={`${id}-list`} role={flat.length > 0 ? 'grid' : undefined} aria-label="功能">
          {groups.map(({ title, items }) => (
            <div key={title} role="rowgroup" aria-label={title}>
              <p className={styles['group']} aria-hidden="true">
                {title}
              </p>
              {items.map((func) => {
                const index = flat.indexOf(func);
                const isCommon = commonIds.has(func.func_id);
                return (
                  <div
                    key={func.func_id}
                    className={styles['item']}
                    role="row"
                    aria-selected={func === current}
                    data-active={func === current}
                  >
                    {/* The input keeps the focus and the keys; this is what it points at. */}
                    {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */}
                    <div
                      id={`${id}-${index}`}
                      className={styles['choice']}
                      role="gridcell"
                      onClick={() => open(func)}
                      onMouseMove={() => setAt(index)}
                    >
                      <FuncIcon name={func.icon} />
                      <span className={styles['name']}>{func.app_name}</span>
                      <span className={styles['about']}>{func.description}</span>
                    </div>
                    <span role="gridcell">
                      <button
                        type="button"
                        className={styles['star']}
                        data-on={isCommon}
                        aria-pressed={isCommon}
                        aria-label={isCommon ? `把${func.app_name}移出常用` : `把${func.app_name}设为常用`}
                        onClick={() => toggle(func)}
                      >
                        {isCommon ? <StarFilled aria-hidden="true" /> : <StarOutlined aria-hidden="true" />}
                      </button>
                    </span>
                  </div>
                );
              })}
            </div>
          ))}
        </div>
      </div>
    </>
  );
}
