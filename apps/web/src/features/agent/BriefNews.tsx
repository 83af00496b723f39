import { Alert, Button } from 'antd';
import type { useBrief } from './use-brief.ts';
import styles from './Agent.module.css';

type Props = { brief: ReturnType<typeof useBrief> };

/** What was written before, what was changed elsewhere while somebody wrote here, and whose counts where both did. */
export function BriefNews({ brief }: Props) {
  const { isBack, forgetMine, taken, forgetTaken, clash, takeTheirs, takeMine } = brief;
  const names = clash?.parts.map(({ name }) => name).join('、') ?? '';
  return (
    <>
      {isBack && (
        <Alert
          banner
          type="info"
          title="上次没有保存的修改已放回来，还没有保存。"
          action={
            <Button size="small" onClick={forgetMine}>
              不要这些修改
            </Button>
          }
        />
      )}
      {taken.length > 0 && (
        <Alert
          banner
          type="info"
          closable={{ 'aria-label': '知道了', onClose: forgetTaken }}
          title={`${taken.join('、')}刚在别处改过，已换成新的；你改的都还在。`}
        />
      )}
      {clash && !clash.aside && (
        <Alert
          banner
          type="warning"
          title={`${names}别处刚刚也改了。你改的还在这里，没有保存，选好用哪一份再保存或规划。`}
          action={
            <div className={styles['choice']}>
              <Button size="small" onClick={takeTheirs}>
                看对方的
              </Button>
              <Button size="small" onClick={takeMine}>
                用我的
              </Button>
            </div>
          }
        />
      )}
      {clash?.aside && (
        <Alert
          banner
          type="info"
          title={`${names}现在是对方改的；你改的还留着，保存或离开这页才会丢。`}
          action={
            <Button size="small" onClick={takeMine}>
              换回我的
            </Button>
          }
        />
      )}
    </>
  );
}
