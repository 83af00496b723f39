import { CheckOutlined } from '@ant-design/icons';
import {
  FACE_ENHANCES,
  FACE_MASKS,
  type FaceEnhance,
  type FaceFigure,
  type FaceGroup,
  type FaceMask,
  type FaceSwapDetail,
} from '@mixreel/contract';
import { Button, Checkbox, Input, Select, Slider } from 'antd';
import { useRef, useState } from 'react';
import { useCanEdit } from '#features/team/space.ts';
import { formatDuration } from '#lib/format.ts';
import { useSend } from '#lib/use-call.ts';
import { RemoteImage } from '#ui/RemoteImage.tsx';
import { FacePicker } from './FacePicker.tsx';
import { FaceRanges } from './FaceRanges.tsx';
import { unfinished } from './unfinished.ts';
import styles from './Face.module.css';

type Props = {
  detail: FaceSwapDetail;
  project_id: string;
  is_fixed: boolean;
  at_ms: () => number;
  onSeek: (at_ms: number) => void;
};
const REFRESH = { refresh: ['face.projectList', 'face.projectDetail'] } as const;

/** Who is in the film, their moments, and the face each gets. */
export function FaceFigures({ detail, project_id, is_fixed, at_ms, onSeek }: Props) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [tracks, setTracks] = useState<ReadonlySet<string>>(new Set());
  const change = useSend('face.updateFigures', { refresh: [...REFRESH.refresh] });
  const { swap_id, revision } = detail;
  // Others put people together and apart, too: what is gone is ticked no more.
  const figure_ids = detail.figures.map((one) => one.figure_id).filter((id) => ticked.has(id));
  const track_ids = detail.figures
    .flatMap((one) => (one.tracks.length > 1 ? one.tracks : []))
    .map((one) => one.track_id);
  const apart = track_ids.filter((id) => tracks.has(id));
  const merge = async () => {
    await change.mutateAsync({ swap_id, revision, change: { kind: 'merge', figure_ids } });
    setTicked(new Set());
  };
  const split = async () => {
    await change.mutateAsync({ swap_id, revision, change: { kind: 'split', track_ids: apart } });
    setTracks(new Set());
  };
  return (
    <div className={styles['panel']} role="group" aria-label="人物和脸" data-keeps-focus>
      {!is_fixed && (figure_ids.length > 1 || apart.length > 0) && (
        <div className={styles['bar']}>
          {figure_ids.length > 1 && (
            <Button loading={change.isPending} onClick={() => void merge().catch(() => {})}>
              合并这 {figure_ids.length} 个人
            </Button>
          )}
          {apart.length > 0 && (
            <Button loading={change.isPending} onClick={() => void split().catch(() => {})}>
              把这 {apart.length} 段拆成新人物
            </Button>
          )}
        </div>
      )}
      {detail.status === 'analysing' && (
        <p className={styles['hint']}>正在找出画面里的人；找到后在这里给他们选脸，每张脸都要先有本人的同意。</p>
      )}
      <ul className={styles['figures']} aria-label="画面里的人">
        {detail.figures.map((figure) => (
          <li key={figure.figure_id}>
            <Figure
              detail={detail}
              figure={figure}
              project_id={project_id}
              is_fixed={is_fixed}
              is_ticked={ticked.has(figure.figure_id)}
              tracks={tracks}
              onTick={() => setTicked(toggled(ticked, figure.figure_id))}
              onTrack={(track_id) => setTracks(toggled(tracks, track_id))}
              at_ms={at_ms}
              onSeek={onSeek}
            />
          </li>
        ))}
      </ul>
      {detail.figures.length === 0 && detail.status !== 'analysing' && <NoFigures find={detail.find} />}
    </div>
  );
}

/** Nobody is there, or nobody looked to the end. */
function NoFigures({ find }: Pick<FaceSwapDetail, 'find'>) {
  const canEdit = useCanEdit();
  const retry = useSend('task.retry', { refresh: [...REFRESH.refresh] });
  const words = unfinished(find);
  if (!find || !words) return <p className={styles['hint']}>这里没有可以换脸的人</p>;
  return (
    <div className={styles['hint']} role="alert">
      {words}
      {canEdit && (find.error?.can_retry ?? true) && (
        <Button size="small" loading={retry.isPending} onClick={() => retry.mutate({ task_id: find.task_id })}>
          重新找人
        </Button>
      )}
    </div>
  );
}

function toggled(set: ReadonlySet<string>, one: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(one)) next.add(one);
  return next;
}

type FigureProps = Props & {
  figure: FaceFigure;
  is_ticked: boolean;
  tracks: ReadonlySet<string>;
  onTick: () => void;
  onTrack: (track_id: string) => void;
};

function Figure(props: FigureProps) {
  const { detail, figure, is_fixed, is_ticked, tracks, onTick, onTrack, onSeek } = props;
  const { swap_id, revision } = detail;
  const { figure_id, figure_name, cover_url, duration_ms, refusal } = figure;
  const rename = useSend('face.updateFigures', { refresh: [...REFRESH.refresh] });
  const group = detail.groups.find((one) => one.figure_id === figure_id) ?? null;
  const name = (figure_new: string) => {
    const wanted = figure_new.trim();
    if (wanted === '' || wanted === figure_name) return;
    rename.mutate({ swap_id, revision, change: { kind: 'rename', figure_id, figure_name: wanted } });
  };
  return (
    <>
      <div className={styles['who']}>
        {detail.figures.length > 1 && (
          <Checkbox
            checked={is_ticked}
            disabled={is_fixed}
            onChange={onTick}
            aria-label={`选「${figure_name}」来合并`}
          />
        )}
        <RemoteImage src={cover_url} alt="" />
        <span className={styles['name']}>
          <Input
            key={figure_name}
            size="small"
            variant="borderless"
            maxLength={30}
            defaultValue={figure_name}
            disabled={is_fixed}
            aria-label={`「${figure_name}」的名字`}
            onBlur={({ target }) => name(target.value)}
            onPressEnter={({ currentTarget }) => currentTarget.blur()}
          />
          {!detail.is_picture && <small>出现 {formatDuration(duration_ms / 1000)}</small>}
        </span>
      </div>
      {!detail.is_picture && (
        <div className={styles['strip']} role="group" aria-label={`「${figure_name}」出现的片段`}>
          {figure.tracks.map(({ track_id, start_ms, end_ms, cover_url: cover }) => {
            const time = `${formatDuration(start_ms / 1000)}–${formatDuration(end_ms / 1000)}`;
            return (
              <span key={track_id}>
                <button type="button" aria-label={`看 ${time}`} title={time} onClick={() => onSeek(start_ms + 200)}>
                  <RemoteImage src={cover} alt="" />
                </button>
                {figure.tracks.length > 1 && (
                  <button
                    type="button"
                    className={styles['tick']}
                    aria-pressed={tracks.has(track_id)}
                    aria-label={`选 ${time} 来拆分`}
                    disabled={is_fixed}
                    onClick={() => onTrack(track_id)}
                  >
                    <CheckOutlined aria-hidden="true" />
                  </button>
                )}
              </span>
            );
          })}
        </div>
      )}
      {refusal ? <p className={styles['refusal']}>{refusal}</p> : <Choosing {...props} group={group} />}
    </>
  );
}

type ChoosingProps = Props & { figure: FaceFigure; group: FaceGroup | null };
const MASKS = (Object.keys(FACE_MASKS) as FaceMask[]).map((value) => ({ value, label: FACE_MASKS[value].name }));
const ENHANCES = (Object.keys(FACE_ENHANCES) as FaceEnhance[]).map((value) => ({ value, label: FACE_ENHANCES[value] }));

function Choosing({ detail, figure, group, project_id, is_fixed, at_ms, onSeek }: ChoosingProps) {
  const { swap_id } = detail;
  const [isPicking, setIsPicking] = useState(false);
  const add = useSend('face.addGroup', { refresh: [...REFRESH.refresh] });
  const update = useSend('face.updateGroup', { refresh: [...REFRESH.refresh] });
  const remove = useSend('face.removeGroup', { refresh: [...REFRESH.refresh] });
  const face = detail.faces.find(({ face_id }) => face_id === group?.face_id);
  // Refused, it is said by the call; what holds is shown again.
  const put = async (change: Partial<FaceGroup>) => {
    if (group) await update.mutateAsync({ swap_id, ...group, ...change }).catch(() => {});
  };
  const choose = (face_id: string) => {
    setIsPicking(false);
    if (group) void put({ face_id });
    else add.mutate({ swap_id, figure_id: figure.figure_id, face_id });
  };
  return (
    <>
      <div className={styles['row']}>
        {face && <RemoteImage src={face.pictures[0]?.url ?? null} alt="" />}
        <span className={styles['name']}>
          {face ? face.face_name : '不换'}
          {face?.consent.withdrawn_at && <small data-state="failed">同意已撤回</small>}
        </span>
        <Button
          size="small"
          type={group ? 'default' : 'primary'}
          disabled={is_fixed}
          aria-label={`给「${figure.figure_name}」选脸`}
          onClick={() => setIsPicking(true)}
        >
          {group ? '换一张' : '选脸'}
        </Button>
        {group && (
          <Button
            size="small"
            disabled={is_fixed}
            aria-label={`「${figure.figure_name}」不换脸`}
            onClick={() => remove.mutate({ swap_id, group_id: group.group_id })}
          >
            不换
          </Button>
        )}
      </div>
      {group && (
        <div className={styles['settings']} key={group.group_id}>
          <div>
            <span>范围</span>
            <Select
              size="small"
              value={group.mask}
              options={MASKS}
              disabled={is_fixed}
              aria-label="换哪里"
              onChange={(mask) => void put({ mask })}
            />
          </div>
          <div>
            <span>锐化</span>
            <Select
              size="small"
              value={group.enhance}
              options={ENHANCES}
              disabled={is_fixed}
              aria-label="锐化"
              onChange={(enhance) => void put({ enhance })}
            />
          </div>
          <div>
            <span>强度</span>
            <Share
              least={10}
              value={group.strength}
              is_fixed={is_fixed}
              label="强度"
              onPut={(strength) => put({ strength })}
            />
          </div>
          <div>
            <span>贴合光线</span>
            <Share least={0} value={group.fit} is_fixed={is_fixed} label="贴合光线" onPut={(fit) => put({ fit })} />
          </div>
        </div>
      )}
      {group && !detail.is_picture && (
        <FaceRanges
          ranges={group.ranges}
          duration_ms={detail.duration_ms}
          tracks={figure.tracks}
          name={figure.figure_name}
          is_fixed={is_fixed}
          at_ms={at_ms}
          onSeek={onSeek}
          onChange={(ranges) => void put({ ranges })}
        />
      )}
      {isPicking && <FacePicker project_id={project_id} onPick={choose} onClose={() => setIsPicking(false)} />}
    </>
  );
}

type ShareProps = {
  least: number;
  value: number;
  is_fixed: boolean;
  label: string;
  onPut: (value: number) => Promise<void>;
};

/** How much of it, in percent: as it is dragged, and else as it was kept, in this window or another. */
function Share({ least, value, is_fixed, label, onPut }: ShareProps) {
  const [held, setHeld] = useState<number | null>(null);
  const wanted = useRef<number | null>(null);
  const last = useRef(Promise.resolve());
  // One after the other, and only the newest: of several on their way at once any might arrive last.
  const put = (percent: number) => {
    wanted.current = percent;
    last.current = last.current.then(async () => {
      if (wanted.current !== percent) return;
      await onPut(percent / 100);
      setHeld((now) => (now === percent ? null : now));
    });
  };
  return (
    <Slider
      min={least}
      max={100}
      value={held ?? Math.round(value * 100)}
      disabled={is_fixed}
      ariaLabelForHandle={label}
      onChange={setHeld}
      onChangeComplete={put}
    />
  );
}
