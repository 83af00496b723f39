import { Link, useLocation } from 'react-router';
import { writeView } from './library-view.ts';
import type { LibraryTab } from './material-words.ts';
import styles from './Library.module.css';

type Props = { label: string; names: Record<LibraryTab, string>; value: LibraryTab };

/** The parts of the library, as links: each has an address of its own. */
export function ViewTabs({ label, names, value }: Props) {
  const { search } = useLocation();
  const here = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const name of ['teamId', 'projectId']) {
    const given = here.get(name);
    if (given !== null) kept.set(name, given);
  }
  return (
    <nav className={styles['tabs']} aria-label={label}>
      {(Object.keys(names) as LibraryTab[]).map((tab) => (
        <Link key={tab} to={`?${writeView(kept, { tab })}`} {...(tab === value && { 'aria-current': 'page' as const })}>
          {names[tab]}
        </Link>
      ))}
    </nav>
  );
}
