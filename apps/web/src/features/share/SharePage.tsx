import { LinkOutlined } from '@ant-design/icons';
import { ERRORS } from '@mixreel/contract';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useConfig } from '#lib/app-config.ts';
import { CallError } from '#lib/call.ts';
import { useCall } from '#lib/use-call.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import mark from '#ui/mark.svg';
import { PasswordForm } from './PasswordForm.tsx';
import { splitMessage } from './share-words.ts';
import { SharedBoard } from './SharedBoard.tsx';
import { SharedMaterials } from './SharedMaterials.tsx';
import { visitOf } from './visit.ts';
import styles from './SharePage.module.css';

/** What somebody shared, for anyone with the link; no sign-in, made for phones first. */
export function SharePage() {
  const [params] = useSearchParams();
  const product = useConfig((state) => state.title);
  const record_uuid = params.get('record_uuid') ?? '';
  return (
    <div className={styles['page']}>
      <header className={styles['brand']}>
        <img src={mark} alt="" width="24" height="24" />
        {product}
      </header>
      <main className={styles['main']}>
        <Visit key={record_uuid} record_uuid={record_uuid} />
      </main>
    </div>
  );
}

function Visit({ record_uuid }: { record_uuid: string }) {
  const kept = `share ${record_uuid}`;
  const [password, setPassword] = useState(() => sessionStorage.getItem(kept) ?? '');
  const [typed, setTyped] = useState('');
  const share = useCall('share.detail', visitOf(record_uuid, password), {
    enabled: record_uuid !== '',
    keep_previous: true,
    stale_ms: Infinity,
  });
  const isIn = share.data?.need_password === false && !share.isPlaceholderData;
  useEffect(() => {
    // A phone that comes back from the downloads loads the page again.
    if (isIn && password) sessionStorage.setItem(kept, password);
  }, [isIn, kept, password]);
  const code = share.error instanceof CallError ? share.error.code : null;
  const isRefused = code === ERRORS.wrong_password.code || (code === ERRORS.too_many.code && password !== '');

  if (!record_uuid) return <Gone message={`${ERRORS.not_found.message}，请检查链接是否完整`} />;
  if (isRefused || share.data?.need_password) {
    return (
      <PasswordForm
        owner_name={share.data?.owner_name ?? ''}
        initial={typed}
        problem={isRefused ? (share.error?.message ?? null) : null}
        is_busy={share.isFetching}
        onEnter={(text) => {
          setTyped(text);
          // The same password again, after a while, is another try.
          if (text === password) return void share.refetch();
          setPassword(text);
        }}
      />
    );
  }
  if (share.data) {
    const Shown = share.data.kind === 'story' ? SharedBoard : SharedMaterials;
    return <Shown share={share.data} password={password} />;
  }
  if (code === ERRORS.not_found.code || code === ERRORS.invalid.code) {
    return (
      <Gone message={code === ERRORS.invalid.code ? '分享不存在，请检查链接是否完整' : (share.error?.message ?? '')} />
    );
  }
  if (share.error && !share.isFetching) {
    return <ErrorState error={share.error} onRetry={() => void share.refetch()} />;
  }
  return <Loading />;
}

function Gone({ message }: { message: string }) {
  const { title, text } = splitMessage(message);
  return <EmptyState is_page icon={<LinkOutlined />} title={title} text={text} />;
}

function Loading() {
  return (
    <div role="status" aria-label="正在打开分享">
      <h1 className={`skeleton ${styles['titlePlace']}`}>
        <span className="visually-hidden">正在打开分享</span>
      </h1>
      <div className={styles['grid']} aria-hidden="true">
        {Array.from({ length: 6 }, (_, n) => (
          <div key={n} className={`skeleton ${styles['place']}`} />
        ))}
      </div>
    </div>
  );
}
