import { PlusOutlined } from '@ant-design/icons';
import {
  type Face,
  FACE_CONSENT,
  FACE_PICTURES_MAX,
  FACE_SUBJECTS,
  type FaceSubject,
  type FaceUse,
  type Material,
} from '@mixreel/contract';
import { Alert, Button, Checkbox, Input, Modal } from 'antd';
import { useState } from 'react';
import { SourcePicker } from '#features/clean/SourcePicker.tsx';
import { formatTime } from '#lib/format.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { Choice } from '#ui/Choice.tsx';
import { ListStates } from '#ui/ListStates.tsx';
import { LoadingRows } from '#ui/LoadingRows.tsx';
import { confirmBox } from '#ui/message-box.ts';
import { RemoteImage } from '#ui/RemoteImage.tsx';
import styles from './Face.module.css';

/** `onPick` null: they are only looked after. */
type Pick = ((face_id: string) => void) | null;
type Props = { project_id: string; onPick: Pick; onClose: () => void };
const TABS = [
  { value: 'own' as const, label: '自己的人脸' },
  { value: 'system' as const, label: '系统人脸' },
];

/** Faces that may be used, each with who agreed and when; more can be added, and a consent taken back. */
export function FacePicker({ project_id, onPick, onClose }: Props) {
  const [tab, setTab] = useState<'own' | 'system'>('own');
  const [isAdding, setIsAdding] = useState(false);
  const list = useCall('face.listFaces', { project_id });
  const system = useCall('face.systemFaces', {});
  if (isAdding) {
    const done = (face_id: string) => {
      setIsAdding(false);
      onPick?.(face_id);
    };
    return <FaceForm project_id={project_id} onDone={done} onClose={() => setIsAdding(false)} />;
  }
  return (
    <Modal open centered width={680} title={onPick ? '选一张脸' : '人脸与同意'} footer={null} onCancel={onClose}>
      <div className={styles['row']}>
        <Choice label="哪里的脸" options={TABS} value={tab} onChange={setTab} />
        {tab === 'own' && (
          <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => setIsAdding(true)}>
            添加人脸
          </Button>
        )}
      </div>
      {tab === 'system' ? (
        <p className={styles['hint']}>{system.data?.note}</p>
      ) : (
        <ListStates
          query={list}
          loading={<LoadingRows />}
          isEmpty={({ items }) => items.length === 0}
          empty={<p className={styles['hint']}>还没有人脸。添加 1–5 张正面清晰、表情自然的照片，并确认本人已同意。</p>}
        >
          {({ items }) => (
            <ul className={styles['faces']} aria-label="可以用的人脸" data-keeps-focus>
              {items.map((face) => (
                <FaceRow key={face.face_id} face={face} onPick={onPick} />
              ))}
            </ul>
          )}
        </ListStates>
      )}
    </Modal>
  );
}

const KINDS: Record<FaceUse['kind'], string> = { artwork: '成片', material: '素材', result: '换脸结果', file: '文件' };

function FaceRow({ face, onPick }: { face: Face; onPick: Pick }) {
  const { face_id, face_name, pictures, consent, uses_count } = face;
  const withdraw = useSend('face.withdrawFace', { refresh: ['face.listFaces', 'face.projectDetail'] });
  const [gone, setGone] = useState<FaceUse[] | null>(null);
  const take = async () => {
    const asked = {
      title: `撤回「${face_name}」的使用同意？`,
      text: `正在做的会停下；这张脸的照片、用它做过的 ${uses_count} 个视频或图片，以及用到它们的成片、海报、贴图和背景，都不能再下载、导出或拿去再做。撤回后不能恢复。`,
      ok_label: '撤回同意',
    };
    if (!(await confirmBox({ ...asked, is_danger: true }))) return;
    setGone((await withdraw.mutateAsync({ face_id })).items);
  };
  return (
    <li>
      <RemoteImage src={pictures[0]?.url ?? null} alt="" />
      <span className={styles['name']}>
        {face_name}
        <small>
          {FACE_SUBJECTS[consent.subject].name} · {consent.by_name} {formatTime(consent.at)} 确认同意
          {consent.document_name && ` · 有授权书`}
        </small>
        {consent.withdrawn_at && (
          <small data-state="failed">
            {consent.withdrawn_by_name} {formatTime(consent.withdrawn_at)} 撤回了同意
          </small>
        )}
        {gone && (
          <small>
            {gone.length > 0
              ? `已不能再导出：${gone.map(({ kind, name }) => `${KINDS[kind]}「${name}」`).join('、')}`
              : '还没有用它做过视频'}
          </small>
        )}
      </span>
      {!consent.withdrawn_at && (
        <>
          <Button size="small" loading={withdraw.isPending} onClick={() => void take().catch(() => {})}>
            撤回同意
          </Button>
          {onPick && (
            <Button size="small" type="primary" aria-label={`用「${face_name}」`} onClick={() => onPick(face_id)}>
              用这张
            </Button>
          )}
        </>
      )}
    </li>
  );
}

const SUBJECTS = (Object.keys(FACE_SUBJECTS) as FaceSubject[]).map((value) => ({
  value,
  label: FACE_SUBJECTS[value].name,
}));

type FormProps = { project_id: string; onDone: (face_id: string) => void; onClose: () => void };

/** Pictures, whose face it is, and the consent: nothing is added without. */
function FaceForm({ project_id, onDone, onClose }: FormProps) {
  const [name, setName] = useState('');
  const [pictures, setPictures] = useState<Material[]>([]);
  const [paper, setPaper] = useState<Material | null>(null);
  const [subject, setSubject] = useState<FaceSubject>('self');
  const [isAgreed, setIsAgreed] = useState(false);
  const [picking, setPicking] = useState<'pictures' | 'paper' | null>(null);
  const add = useSend('face.addFace', { refresh: ['face.listFaces'] });
  const begin = async () => {
    const { face_id } = await add.mutateAsync({
      project_id,
      face_name: name,
      material_ids: pictures.map(({ material_id }) => material_id),
      subject,
      consent_version: FACE_CONSENT.version,
      is_adult: true,
      document_material_id: paper?.material_id ?? null,
    });
    onDone(face_id);
  };
  return (
    <Modal
      open
      centered
      width={600}
      title="添加人脸"
      okText="添加"
      cancelText="返回"
      confirmLoading={add.isPending}
      okButtonProps={{ disabled: !isAgreed || pictures.length === 0 || name.trim() === '' }}
      onOk={() => void begin().catch(() => {})}
      onCancel={onClose}
    >
      <div className={styles['form']}>
        <Input
          value={name}
          maxLength={30}
          placeholder="名字，如 小林"
          aria-label="人脸的名字"
          onChange={({ target }) => setName(target.value)}
        />
        <div className={styles['row']}>
          {pictures.map(({ material_id, material_name, cover_url }) => (
            <RemoteImage key={material_id} src={cover_url} alt={material_name} />
          ))}
          <Button onClick={() => setPicking('pictures')}>
            {pictures.length > 0 ? '重新选照片' : '从素材库选照片'}
          </Button>
          <small>同一个人 1–{FACE_PICTURES_MAX} 张，正面或微侧、清晰、表情自然、没有遮挡</small>
        </div>
        <Choice label="这是谁的脸" options={SUBJECTS} value={subject} onChange={setSubject} />
        <small>{FACE_SUBJECTS[subject].about}</small>
        <div className={styles['row']}>
          <Button size="small" onClick={() => setPicking('paper')}>
            {paper ? paper.material_name : '附上授权书照片（可选）'}
          </Button>
        </div>
        <Checkbox checked={isAgreed} onChange={({ target }) => setIsAgreed(target.checked)}>
          {FACE_CONSENT.text}
        </Checkbox>
        {add.error && <Alert type="error" showIcon title={add.error.message} />}
      </div>
      {picking && (
        <SourcePicker
          project_id={project_id}
          title={picking === 'paper' ? '选授权书照片' : '选照片'}
          kinds={['image']}
          with_ai
          most={picking === 'paper' ? 1 : FACE_PICTURES_MAX}
          ok={(count) => `用这 ${count} 张`}
          onPick={(chosen) => {
            if (picking === 'paper') setPaper(chosen[0] ?? null);
            else setPictures(chosen);
          }}
          onClose={() => setPicking(null)}
        />
      )}
    </Modal>
  );
}
