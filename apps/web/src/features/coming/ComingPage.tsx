import { ToolOutlined } from '@ant-design/icons';
import { Link, useLocation } from 'react-router';
import { useConfig } from '#lib/app-config.ts';
import mark from '#ui/mark.svg';
import { OTHER_PLAN, PLANS } from './plans.ts';
import styles from './ComingPage.module.css';

const OUTSIDE_SHELL = ['/materialShare', '/materialPreview', '/searchVideoDialog'];

/** A part of the product that is being built: says so, and what it will do. */
export function ComingPage() {
  const { pathname } = useLocation();
  const product = useConfig((state) => state.title);
  const { title, promise, points } = PLANS[pathname] ?? OTHER_PLAN;
  return (
    <section className={styles['page']} aria-labelledby="coming-title">
      {OUTSIDE_SHELL.includes(pathname) && (
        <Link className={styles['brand']} to="/home">
          <img src={mark} alt="" width="28" height="28" />
          {product}
        </Link>
      )}
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
