import {
  CheckCircleFilled,
  CloseCircleFilled,
  CloseOutlined,
  ExclamationCircleFilled,
  InfoCircleFilled,
} from '@ant-design/icons';
import { closeToast, holdToast, resumeToast, type ToastKind, useToasts } from '#lib/toast.ts';
import styles from './Toasts.module.css';

const ICONS: Record<ToastKind, typeof InfoCircleFilled> = {
  success: CheckCircleFilled,
  info: InfoCircleFilled,
  warning: ExclamationCircleFilled,
  error: CloseCircleFilled,
};

export function Toasts() {
  const toasts = useToasts((state) => state.toasts);
  return (
    <div className={styles['stack']} aria-live="polite">
      {toasts.map(({ toast_id, kind, text, action }) => {
        const Icon = ICONS[kind];
        return (
          <div
            key={toast_id}
            className={`${styles['toast']} ${styles[kind]}`}
            role={kind === 'error' || kind === 'warning' ? 'alert' : 'status'}
            data-kind={kind}
            onMouseEnter={() => holdToast(toast_id)}
            onMouseLeave={() => resumeToast(toast_id)}
          >
            <span className={styles['icon']} aria-hidden="true">
              <Icon />
            </span>
            <span className={styles['text']}>{text}</span>
            {action && (
              <button
                type="button"
                className={styles['action']}
                onClick={() => {
                  action.run();
                  closeToast(toast_id);
                }}
              >
                {action.label}
              </button>
            )}
            <button
              type="button"
              className={styles['close']}
              aria-label="关闭提示"
              onClick={() => closeToast(toast_id)}
            >
              <CloseOutlined aria-hidden="true" />
            </button>
          </div>
        );
      })}
    </div>
  );
}
