import { useSession } from '#lib/session.ts';
import { Button } from '#ui/Button.tsx';
import styles from './SignIn.module.css';

type Props = { name: string; onChange: () => void; onStay: () => void };

/** A link would sign another person in where somebody is already at work: asks first. */
export function ChangePerson({ name, onChange, onStay }: Props) {
  const user = useSession((state) => state.user_info);
  return (
    <>
      <h1 className={styles['title']}>换一个人登录？</h1>
      <p className={styles['lead']}>
        现在登录的是「{user?.name}」，这个链接会以「{name}」的身份登录。
      </p>
      <div className={styles['buttons']}>
        <Button look="main" is_large is_wide onClick={onChange}>
          换成「{name}」
        </Button>
        <Button is_large is_wide onClick={onStay}>
          不换，继续工作
        </Button>
      </div>
    </>
  );
}
