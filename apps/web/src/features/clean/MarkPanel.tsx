import { BorderOutlined, CopyOutlined, DeleteOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons';
import {
  CLEAN_KINDS,
  CLEAN_WAYS,
  type CleanDetail,
  type CleanKind,
  type CleanMark,
  hidingOf,
  isMended,
} from '@mixreel/contract';
import { Button, Checkbox, ColorPicker, Select, Switch } from 'antd';
import { formatDuration } from '#lib/format.ts';
import { COMMAND_KEY } from '#lib/keys.ts';
import { showToast } from '#lib/toast.ts';
import { useSend } from '#lib/use-call.ts';
import { alike, coverOf, moving, nameOf, standing, WAY_OPTIONS, withWay } from './clean-marks.ts';
import { CoverPart } from './CoverPart.tsx';
import type { MarkSteps } from './use-clean.ts';
import { progressWords } from './WorkList.tsx';
import styles from './Clean.module.css';

type Props = {
  detail: CleanDetail;
  marks: CleanMark[];
  at_ms: number;
  chosen: string | null;
  is_fixed: boolean;
  onChoose: (mark: CleanMark) => void;
  onChange: (marks: CleanMark[]) => void;
  /** A box in the middle, for hands that draw none. */
  onAdd: () => void;
  flush: () => Promise<boolean>;
  steps: MarkSteps;
};
const KINDS = Object.keys(CLEAN_KINDS) as CleanKind[];

/** Everything that was found or drawn, by kind, and what is done about the chosen one. */
export function MarkPanel({ detail, marks, at_ms, chosen, is_fixed, onChoose, onChange, onAdd, flush, steps }: Props) {
  const spread = useSend('clean.spread', { refresh: ['clean.list'] });
  const mark = marks.find(({ mark_id }) => mark_id === chosen);
  const put = (next: CleanMark) => onChange(marks.map((one) => (one.mark_id === next.mark_id ? next : one)));
  const isFinding = detail.find !== null && ['queued', 'running'].includes(detail.find.status);
  const toOthers = async ({ mark_id }: CleanMark) => {
    if (!(await flush())) return;
    const { changed } = await spread.mutateAsync({ clean_id: detail.clean_id, mark_ids: [mark_id] });
    showToast(
      'success',
      changed > 0 ? `已放到同批的 ${changed} 个素材的同一位置` : '没有放到别的素材：这一批只有这一个，或别的框已满',
    );
  };
  return (
    <aside className={styles['panel']} aria-label="要去除的地方" data-keeps-focus>
      <div className={styles['steps']}>
        <Button
          type="text"
          size="small"
          title="在画面中间加一个框，再用方向键放到位"
          icon={<BorderOutlined aria-hidden="true" />}
          disabled={is_fixed}
          onClick={onAdd}
        >
          加一个框
        </Button>
        <Button
          type="text"
          size="small"
          aria-label="撤销"
          title={`撤销（${COMMAND_KEY} Z）`}
          icon={<UndoOutlined aria-hidden="true" />}
          disabled={is_fixed || !steps.undo}
          onClick={() => steps.undo?.()}
        />
        <Button
          type="text"
          size="small"
          aria-label="重做"
          title={`重做（${COMMAND_KEY} Y）`}
          icon={<RedoOutlined aria-hidden="true" />}
          disabled={is_fixed || !steps.redo}
          onClick={() => steps.redo?.()}
        />
      </div>
      <p className={styles['hint']}>
        {isFinding
          ? `${progressWords('正在查找文字', detail.find)}，也可以先在画面上框选`
          : marks.length === 0
            ? '没有找到文字。在画面上按住拖动，框出要去掉的地方。'
            : '在画面上按住拖动可以再框一处。'}
      </p>
      <div className={styles['marks']}>
        {KINDS.map((kind) => {
          const some = marks.filter((one) => one.kind === kind);
          if (some.length === 0) return null;
          const on = some.filter(({ is_on }) => is_on).length;
          return (
            <fieldset key={kind} disabled={is_fixed}>
              <legend>
                <Checkbox
                  checked={on === some.length}
                  indeterminate={on > 0 && on < some.length}
                  disabled={is_fixed}
                  onChange={({ target }) =>
                    onChange(marks.map((one) => (one.kind === kind ? { ...one, is_on: target.checked } : one)))
                  }
                >
                  {CLEAN_KINDS[kind]} {some.length}
                </Checkbox>
              </legend>
              <ul>
                {some.map((one) => (
                  <li key={one.mark_id} data-chosen={one.mark_id === chosen}>
                    <Checkbox
                      aria-label={`去除「${nameOf(one)}」`}
                      checked={one.is_on}
                      disabled={is_fixed}
                      onChange={({ target }) => put({ ...one, is_on: target.checked })}
                    />
                    <button type="button" onClick={() => onChoose(one)}>
                      <span>{nameOf(one)}</span>
                      <small>
                        {CLEAN_WAYS[one.way].name}
                        {!detail.is_picture &&
                          ` · ${formatDuration(one.start_ms / 1000)}–${formatDuration(one.end_ms / 1000)}`}
                      </small>
                    </button>
                  </li>
                ))}
              </ul>
            </fieldset>
          );
        })}
      </div>
      {mark && (
        <div className={styles['settings']} role="group" aria-label={`「${nameOf(mark)}」的处理`}>
          <div className={styles['setting']}>
            <span>怎么去除</span>
            <Select
              aria-label="怎么去除"
              options={WAY_OPTIONS}
              value={mark.way}
              disabled={is_fixed}
              onChange={(way) => put(withWay(mark, way))}
            />
          </div>
          <p>{CLEAN_WAYS[mark.way].about}</p>
          {(mark.way === 'sticker' || mark.way === 'caption') && (
            <CoverPart
              detail={detail}
              way={mark.way}
              cover={coverOf(mark, mark.way)}
              is_fixed={is_fixed}
              onChange={(cover) => put({ ...mark, cover })}
            />
          )}
          {hidingOf(mark) === 'colour' && (
            <div className={styles['setting']}>
              <span>颜色</span>
              <ColorPicker
                value={mark.colour}
                disabledAlpha
                disabled={is_fixed}
                onChangeComplete={(colour) => put({ ...mark, colour: colour.toHexString() })}
              />
            </div>
          )}
          {isMended(hidingOf(mark)) && (
            <div className={styles['setting']}>
              <span>只去笔画，保留字缝里的画面</span>
              <Switch
                aria-label="只去笔画"
                checked={mark.is_strokes}
                disabled={is_fixed}
                onChange={(is_strokes) => put({ ...mark, is_strokes })}
              />
            </div>
          )}
          {!detail.is_picture && (
            <div className={styles['setting']}>
              <span>跟着移动{mark.keys.length > 1 && `（${mark.keys.length} 个位置）`}</span>
              <Switch
                aria-label="跟着移动"
                checked={mark.keys.length > 1}
                disabled={is_fixed}
                onChange={(isMoving) => put(isMoving ? moving(mark, at_ms) : standing(mark, at_ms))}
              />
            </div>
          )}
          <div className={styles['acts']}>
            <Button
              size="small"
              disabled={is_fixed}
              onClick={() => onChange(marks.map((one) => (one.kind === mark.kind ? alike(one, mark) : one)))}
            >
              {CLEAN_KINDS[mark.kind]}都这样
            </Button>
            <Button
              size="small"
              icon={<CopyOutlined aria-hidden="true" />}
              disabled={is_fixed}
              loading={spread.isPending}
              onClick={() => void toOthers(mark).catch(() => {})}
            >
              同批素材同一位置
            </Button>
            <Button
              size="small"
              danger
              aria-label="删掉这个框"
              icon={<DeleteOutlined aria-hidden="true" />}
              disabled={is_fixed}
              onClick={() => onChange(marks.filter(({ mark_id }) => mark_id !== mark.mark_id))}
            />
          </div>
        </div>
      )}
    </aside>
  );
}
