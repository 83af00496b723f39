import { ToolOutlined } from '@ant-design/icons';
import { useLocation } from 'react-router';
import { OTHER_PLAN, PLANS } from './plans.ts';
import styles from './ComingPage.module.css';

/** A part of the product that is being built: says so, and what it will do. */
export function ComingPage() {
  const { pathname } = useLocation();
  const { title, promise, points } = PLANS[pathname] ?? OTHER_PLAN;
  return (
    <section className={styles['page']} aria-labelledby="coming-title">
      <p className={styles['badge']}>
        <ToolOutlined aria-hidden="true" /> 这部分正在建设中
      </p>
      <h1 id="coming-title">{title}</h1>
      <p className={styles['promise']}>{promise}</p>
      {points.length > 0 && (
        <>
          <h2>做好之后，你可以</h2>
          <ul className={styles['points']}>
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
