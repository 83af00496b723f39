import type { ReactNode } from 'react';
import { ORIGIN_NAMES } from '#features/mix/mix-words.ts';
import { type Field, type Group, useScope } from './config-scope.ts';
import styles from './Inspector.module.css';

type Props<G extends Group> = {
  group: G;
  field: Field<G>;
  label: string;
  /** Those that are restored with it. */
  also?: Field<G>[];
  /** The control stands beside the label instead of below it. */
  is_inline?: boolean;
  hint?: ReactNode;
  children: ReactNode;
};

/** A setting with where it comes from, and a way back to that. */
export function ConfigField<G extends Group>(props: Props<G>) {
  const { group, field, label, also = [], is_inline = false, hint, children } = props;
  const scope = useScope(group);
  const fields = [field, ...also];
  const isOwn = fields.some((one) => scope.isOwn(group, one));
  const origin = scope.origin(group, field);
  const isShared = scope.shooting_id !== undefined && !scope.isOwnable(group, field);
  return (
    <div className={styles['field']} data-inline={is_inline} data-own={isOwn}>
      <div className={styles['label']}>
        <span>{label}</span>
        {isShared ? (
          <small title="这一项整片共用，改了对所有镜头生效">整片</small>
        ) : isOwn ? (
          scope.can_edit && (
            <button
              type="button"
              aria-label={`${label}恢复默认`}
              title={`恢复为${scope.shooting_id ? '全局' : '模板或默认'}的值`}
              onClick={() => scope.restore(group, ...fields.filter((one) => scope.isOwn(group, one)))}
            >
              恢复默认
            </button>
          )
        ) : (
          <small title={`没有单独设置，用的是${ORIGIN_NAMES[origin]}的值`}>默认</small>
        )}
      </div>
      <div className={styles['control']}>{children}</div>
      {hint && <p className={styles['hint']}>{hint}</p>}
    </div>
  );
}
