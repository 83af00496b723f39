import type { Passkey } from '@mixreel/contract';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { Button } from 'antd';
import { useState } from 'react';
import { hasPasskeys, isDeclined } from '#features/auth/passkey.ts';
import { call } from '#lib/call.ts';
import { formatTime } from '#lib/format.ts';
import { showToast } from '#lib/toast.ts';
import { useSend } from '#lib/use-call.ts';
import { confirmBox } from '#ui/message-box.ts';
import styles from './Account.module.css';

/** Keys that the person's devices keep: a fingerprint or a look instead of a password. */
export function PasskeyPart({ passkeys }: { passkeys: Passkey[] }) {
  const [isAdding, setIsAdding] = useState(false);
  const add = useSend('account.addPasskey', { refresh: ['account.detail'] });
  const remove = useSend('account.deletePasskey', { refresh: ['account.detail'] });

  const make = async () => {
    setIsAdding(true);
    try {
      const [{ startRegistration }, { options }] = await Promise.all([
        import('@simplewebauthn/browser'),
        call('account.startAddPasskey', { origin: window.location.origin }),
      ]);
      const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
      const credential = await startRegistration({ optionsJSON });
      await add.mutateAsync({ credential: { ...credential } });
      showToast('success', '通行密钥添加好了，下次登录可以用它');
    } catch (error) {
      const isKnown = error instanceof Error && error.name === 'InvalidStateError';
      if (isKnown) showToast('warning', '这台设备已经有你的通行密钥了');
      else if (!isDeclined(error)) showToast('error', '通行密钥没有添加成功，请重试');
    } finally {
      setIsAdding(false);
    }
  };
  const askAndRemove = async ({ passkey_id, passkey_name }: Passkey) => {
    const text = '之后不能再用它登录。设备里存的那一份要在设备的设置里删除。';
    if (await confirmBox({ title: `删除通行密钥「${passkey_name}」？`, text, ok_label: '删除', is_danger: true })) {
      remove.mutate({ passkey_id });
    }
  };

  return (
    <section className={styles['part']} aria-label="通行密钥">
      <div className={styles['head']}>
        <h3>通行密钥</h3>
        {hasPasskeys() && (
          <Button loading={isAdding} onClick={() => void make()}>
            添加通行密钥
          </Button>
        )}
      </div>
      <p>
        {hasPasskeys()
          ? '用指纹、面容或设备密码登录，不用记密码，也不会被钓鱼网站骗走。'
          : '浏览器只在 https 地址上提供通行密钥，请管理员为这个网站配置 https。'}
      </p>
      {passkeys.length > 0 && (
        <ul className={styles['list']}>
          {passkeys.map((passkey) => (
            <li key={passkey.passkey_id}>
              <span>{passkey.passkey_name}</span>
              <small>
                {passkey.last_used_at
                  ? `${formatTime(passkey.last_used_at)} 用过`
                  : `${formatTime(passkey.created_at)} 添加`}
              </small>
              <Button
                type="text"
                size="small"
                aria-label={`删除通行密钥「${passkey.passkey_name}」`}
                onClick={() => void askAndRemove(passkey)}
              >
                删除
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
