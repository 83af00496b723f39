import type { ShootCode, ShootExpire } from '@mixreel/contract';
import { QRCodeSVG } from '@rc-component/qrcode';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { copyText } from '#lib/clipboard.ts';
import { formatTime } from '#lib/format.ts';
import { useCall, useSend } from '#lib/use-call.ts';
import { Choice } from '#ui/Choice.tsx';
import styles from './Shoot.module.css';

const EXPIRES: { value: ShootExpire; label: string }[] = [
  { value: '12h', label: '今天（12 小时）' },
  { value: '3d', label: '3 天' },
  { value: '14d', label: '14 天' },
];

type Made = { shoot_code_id: string; url: string };
/** Codes that this tab has made, by board: they are told once, and the dialog may be opened again. */
const made = new Map<string, Made>();

type Props = { story_board_id: string; can_edit: boolean; onClose: () => void };

/** 拍摄清单: the code that opens the list on phones, and those that were given out. */
export function ShootDialog({ story_board_id, can_edit, onClose }: Props) {
  const [shown, setShown] = useState(made.get(story_board_id) ?? null);
  const [expire, setExpire] = useState<ShootExpire>('12h');
  const codes = useCall('storyShoot.codes', { story_board_id });
  const add = useSend('storyShoot.addCode', { refresh: ['storyShoot.codes'] });
  const open = (codes.data?.items ?? []).filter(isOpen);
  const isShownOpen =
    shown !== null && (codes.isFetching || open.some((one) => one.shoot_code_id === shown.shoot_code_id));
  const make = async () => {
    const code = await add.mutateAsync({ story_board_id, expire, origin: window.location.origin });
    made.set(story_board_id, code);
    setShown(code);
  };
  return (
    <Modal open centered width={560} title="拍摄清单" footer={null} onCancel={onClose}>
      {shown && isShownOpen ? (
        <Shown url={shown.url} />
      ) : (
        <>
          <p>
            手机扫一个码就能看这个故事板要拍什么，对着参考画面拍，拍完自动传到这一行、素材库和关联的混剪。不用登录。
          </p>
          {can_edit && (
            <div className={styles['making']}>
              <Choice label="多久后失效" options={EXPIRES} value={expire} onChange={setExpire} />
              <Button type="primary" loading={add.isPending} onClick={() => void make().catch(() => {})}>
                生成二维码
              </Button>
            </div>
          )}
        </>
      )}
      {shown && isShownOpen && can_edit && (
        <Button type="link" className={styles['other'] ?? ''} onClick={() => setShown(null)}>
          再出一个码
        </Button>
      )}
      {open.length > 0 && <Codes items={open} story_board_id={story_board_id} can_edit={can_edit} />}
    </Modal>
  );
}

function Shown({ url }: { url: string }) {
  const address = new URL(url, window.location.origin);
  return (
    <div className={styles['shown']}>
      <div className={styles['qr']}>
        <QRCodeSVG value={address.href} size={200} level="M" title="拍摄二维码" />
      </div>
      <div>
        <ol>
          <li>手机扫码，写上名字</li>
          <li>点一行，对着参考画面拍</li>
          <li>拍完自动传，这里马上看到</li>
        </ol>
        <Button onClick={() => void copyText(address.href)}>复制链接</Button>
        {address.protocol === 'http:' && (
          <p className={styles['note']}>
            现在不是 https，手机浏览器不让网页打开相机，会改用手机自己的相机拍，一样自动上传。
          </p>
        )}
      </div>
    </div>
  );
}

type CodesProps = { items: readonly ShootCode[]; story_board_id: string; can_edit: boolean };

function Codes({ items, story_board_id, can_edit }: CodesProps) {
  const revoke = useSend('storyShoot.revokeCode', { refresh: ['storyShoot.codes'] });
  return (
    <section className={styles['codes']}>
      <h3>能用的码</h3>
      <ul>
        {items.map(({ shoot_code_id, creator_name, expires_at, last_used_at }) => (
          <li key={shoot_code_id}>
            <span>
              {creator_name} 出的，{formatTime(expires_at)} 到期
              <small>{last_used_at ? `最近有手机在用：${formatTime(last_used_at)}` : '还没有手机用过'}</small>
            </span>
            {can_edit && (
              <Button
                size="small"
                danger
                disabled={revoke.isPending}
                onClick={() => revoke.mutate({ story_board_id, shoot_code_id })}
              >
                停用
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function isOpen({ revoked_at, expires_at }: ShootCode): boolean {
  return revoked_at === null && Date.parse(expires_at) > Date.now();
}
