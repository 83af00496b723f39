import { type Dir, DIR_NOUNS, type Share, type SHARE_QUALITIES, type StoryBoard } from '@mixreel/contract';
import { QRCodeSVG } from '@rc-component/qrcode';
import { Button, Form, Input, Modal, Switch } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { copyText } from '#lib/clipboard.ts';
import { useSend } from '#lib/use-call.ts';
import { Choice } from '#ui/Choice.tsx';
import { type Expire, EXPIRES, heldWords, shareAddress, untilWords } from './share-words.ts';
import { SharePassword } from './SharePassword.tsx';
import { SharesDrawer } from './SharesDrawer.tsx';
import styles from './Share.module.css';

/** What is shared: some materials, some finished videos, a directory of either, or a storyboard. */
export type ShareOf =
  | { material_ids: string[] }
  | { artwork_ids: string[] }
  | { dir: Dir }
  | { board: Pick<StoryBoard, 'story_board_id' | 'board_name'> };
type Props = { of: ShareOf; onClose: () => void };
type Quality = (typeof SHARE_QUALITIES)[number];
type Fields = { title: string; password?: string };

const QUALITIES: { value: Quality; label: string }[] = [
  { value: 'preview', label: '预览画质' },
  { value: 'source', label: '原画质' },
];

/** Makes a link; the link is all that others need. */
export function ShareDialog({ of, onClose }: Props) {
  const [made, setMade] = useState<{ share: Share; password: string } | null>(null);
  const [isListOpen, setIsListOpen] = useState(false);
  const list = (
    <Button type="link" className={styles['list'] ?? ''} onClick={() => setIsListOpen(true)}>
      查看全部分享
    </Button>
  );
  return (
    <>
      {made ? (
        <Modal
          open
          centered
          width={520}
          title="分享链接已生成"
          footer={<div className={styles['footer']}>{list}</div>}
          onCancel={onClose}
        >
          <Made share={made.share} password={made.password} />
        </Modal>
      ) : (
        <Making of={of} list={list} onMade={setMade} onClose={onClose} />
      )}
      {isListOpen && <SharesDrawer onClose={() => setIsListOpen(false)} />}
    </>
  );
}

type MakingProps = Props & {
  list: ReactNode;
  onMade: (made: { share: Share; password: string }) => void;
};

function Making({ of, list, onMade, onClose }: MakingProps) {
  const id = useId();
  const [expire, setExpire] = useState<Expire>('7d');
  const [quality, setQuality] = useState<Quality>('preview');
  const [mayDownload, setMayDownload] = useState(true);
  const [hasPassword, setHasPassword] = useState(false);
  const add = useSend('share.add', { refresh: ['share.mine'] });

  const submit = async ({ title, password = '' }: Fields) => {
    const share = await add.mutateAsync({
      ...givenOf(of),
      origin: window.location.origin,
      expire,
      quality,
      allow_download: mayDownload,
      ...(title.trim() && { title }),
      ...(hasPassword && { password }),
    });
    onMade({ share, password: hasPassword ? password : '' });
  };
  return (
    <Modal
      open
      centered
      width={520}
      title={titleOf(of)}
      footer={
        <div className={styles['footer']}>
          {list}
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" htmlType="submit" form={id} loading={add.isPending}>
            生成链接
          </Button>
        </div>
      }
      onCancel={onClose}
    >
      <Form<Fields>
        id={id}
        layout="vertical"
        requiredMark={false}
        initialValues={{ title: '', password: '' }}
        onFinish={(fields) => void submit(fields).catch(() => {})}
      >
        <Form.Item name="title" label="标题（选填）">
          <Input autoFocus maxLength={100} placeholder="不填就用它的名字" />
        </Form.Item>
        {'dir' in of && (
          <p className={styles['note']}>
            连同下面的{DIR_NOUNS[of.dir.kind]}
            一起分享。对方打开时里面有什么就看到什么：以后放进来的会看到，移走或删除的就看不到了。
          </p>
        )}
        <Form.Item label="多久后失效">
          <Choice label="多久后失效" options={EXPIRES} value={expire} onChange={setExpire} />
        </Form.Item>
        {'board' in of && (
          <p className={styles['note']}>对方看到的是打开时的内容，以后改的也会看到。不用登录，手机上就能看。</p>
        )}
        {!('board' in of) && (
          <Form.Item
            label="画质"
            extra={quality === 'preview' ? '对方看到的是小尺寸的预览，拿不到原片' : '对方能看到并下载原片'}
          >
            <Choice label="画质" options={QUALITIES} value={quality} onChange={setQuality} />
          </Form.Item>
        )}
        <div className={styles['switch']}>
          <label htmlFor={`${id}-download`}>{'board' in of ? '允许下载 PDF' : '允许下载'}</label>
          <Switch id={`${id}-download`} checked={mayDownload} onChange={setMayDownload} />
        </div>
        <SharePassword is_on={hasPassword} onChange={setHasPassword} />
      </Form>
    </Modal>
  );
}

function givenOf(of: ShareOf) {
  if ('dir' in of) return { dir_id: of.dir.dir_id };
  return 'board' in of ? { story_board_id: of.board.story_board_id } : of;
}

function titleOf(of: ShareOf): string {
  if ('board' in of) return `分享故事板「${of.board.board_name}」`;
  if ('dir' in of) return `分享${DIR_NOUNS[of.dir.kind]}「${of.dir.dir_name}」`;
  return 'material_ids' in of ? `分享 ${of.material_ids.length} 个素材` : `分享 ${of.artwork_ids.length} 条成片`;
}

function Made({ share, password }: { share: Share; password: string }) {
  const address = shareAddress(share.url);
  const text = password ? `${share.title}\n${address}\n密码：${password}` : address;
  return (
    <div className={styles['made']}>
      <div className={styles['qr']}>
        <QRCodeSVG value={address} size={148} level="M" title="分享二维码" />
      </div>
      <div className={styles['facts']}>
        <p className={styles['title']}>{share.title}</p>
        <p className={styles['quiet']}>
          {[
            share.kind.endsWith('_dir') ? '里面有什么，以打开时为准' : heldWords(share.kind, share.item_count),
            untilWords(share.expires_at),
            ...(share.kind === 'story' ? [] : [share.quality === 'source' ? '原画质' : '预览画质']),
            share.allow_download ? '可以下载' : '只能看',
          ].join(' · ')}
        </p>
        <Input readOnly value={address} aria-label="分享链接" onFocus={(event) => event.target.select()} />
        {password && (
          <p>
            密码 <code>{password}</code>
          </p>
        )}
        <Button type="primary" autoFocus onClick={() => void copyText(text)}>
          {password ? '复制链接和密码' : '复制链接'}
        </Button>
      </div>
    </div>
  );
}
