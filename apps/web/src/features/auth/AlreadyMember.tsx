import { Button } from '#ui/Button.tsx';
import styles from './SignIn.module.css';

/** An invitation to a team, opened by somebody who is in it. */
export function AlreadyMember({ team_name, onGo }: { team_name: string; onGo: () => void }) {
  return (
    <>
      <h1 className={styles['title']}>你已经在「{team_name}」里了</h1>
      <p className={styles['lead']}>不用再加入，身份也不会变。</p>
      <div className={styles['buttons']}>
        <Button look="main" is_large is_wide onClick={onGo}>
          进入团队
        </Button>
      </div>
    </>
  );
}
