import { CheckCircleFilled, MobileOutlined } from '@ant-design/icons';
import { QRCodeSVG } from '@rc-component/qrcode';
import { Button } from '#ui/Button.tsx';
import { useQrSignIn } from './use-qr-sign-in.ts';
import styles from './SignIn.module.css';

/** A QR that a phone on the same network opens and confirms; this browser then signs in by itself. */
export function LocalQr({ onDone }: { onDone: () => void }) {
  const { challenge, status, problem, restart } = useQrSignIn(onDone);
  return (
    <div className={styles['qr']}>
      <div className={styles['frame']} aria-busy={!challenge}>
        {challenge && <QRCodeSVG value={challenge.url} size={200} level="M" title="登录二维码" />}
        {status === 'scanned' && (
          <div className={styles['cover']}>
            <MobileOutlined className={styles['big']} aria-hidden="true" />
            已扫码，请在手机上确认
          </div>
        )}
        {status === 'confirmed' && (
          <div className={styles['cover']}>
            <CheckCircleFilled className={styles['big']} aria-hidden="true" />
            已确认，正在进入
          </div>
        )}
        {(status === 'expired' || status === 'refused' || problem) && (
          <div className={styles['cover']}>
            {problem ?? (status === 'refused' ? '手机上拒绝了这次登录' : '二维码已过期')}
            <Button look="main" onClick={restart}>
              刷新二维码
            </Button>
          </div>
        )}
      </div>
      <p role="status">
        {challenge ? (
          <>
            用手机扫一扫，核对数字 <span className={styles['number']}>{challenge.check_number}</span> 后确认
          </>
        ) : (
          '正在生成二维码'
        )}
      </p>
      <p className={styles['hint']}>手机要和电脑在同一个网络，并且登录过</p>
    </div>
  );
}
