import { createMemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { changeQuery, correctAddress, handOverRouter, onward } from './go.ts';
import { setTabTeam } from './tab-space.ts';

function inTeam(now: URLSearchParams): URLSearchParams | null {
  return now.has('teamId') ? null : new URLSearchParams([...now, ['teamId', 't1']]);
}

test('a step to a page that is still loading is not taken back by a correction of the address that it leaves', async () => {
  const page = Promise.withResolvers<object>();
  const router = createMemoryRouter([{ path: '/' }, { path: '/tasks', lazy: () => page.promise }]);
  handOverRouter(router);
  const shown = router.state.location.key;
  const step = router.navigate('/tasks?tab=failed');
  correctAddress(shown, inTeam);
  page.resolve({ Component: () => null });
  await step;
  expect(router.state.location).toMatchObject({ pathname: '/tasks', search: '?tab=failed' });
  // What is left is not yet known to have ended: the page of before has no say any more.
  correctAddress(shown, () => new URLSearchParams('projectId=of-the-page-before'));
  expect(router.state.location.search).toBe('?tab=failed');
  correctAddress(router.state.location.key, inTeam);
  expect(router.state.location).toMatchObject({ pathname: '/tasks', search: '?tab=failed&teamId=t1' });
});

test('of two changes before anything was drawn anew both stay, and each is a step back', async () => {
  const router = createMemoryRouter([{ path: '/library' }], { initialEntries: ['/library?q=sea&folder=a'] });
  handOverRouter(router);
  const withOne = (name: string, value: string | null) =>
    changeQuery((now) => {
      const next = new URLSearchParams(now);
      if (value === null) next.delete(name);
      else next.set(name, value);
      return next;
    });
  withOne('q', null);
  withOne('folder', 'b');
  await expect.poll(() => router.state.navigation.state).toBe('idle');
  expect(router.state.location).toMatchObject({ pathname: '/library', search: '?folder=b' });
  await router.navigate(-1);
  expect(router.state.location.search).toBe('?folder=a');
});

test('what was being made takes nobody away who has gone to another page or space meanwhile', async () => {
  const router = createMemoryRouter([{ path: '/library' }, { path: '/tasks' }, { path: '/made' }], {
    initialEntries: ['/library?teamId=t1&q=sea'],
  });
  handOverRouter(router);
  const later = onward();
  await router.navigate('/tasks?teamId=t1');
  later('/made');
  await router.navigate('/library?teamId=t2');
  later('/made');
  expect(router.state.location).toMatchObject({ pathname: '/library', search: '?teamId=t2' });
  await router.navigate('/library?teamId=t1&q=sky');
  later('/made');
  await expect.poll(() => router.state.location.pathname).toBe('/made');
});

test('a page whose address is given its space meanwhile is still the same place', async () => {
  const router = createMemoryRouter([{ path: '/library' }, { path: '/made' }], { initialEntries: ['/library?q=sea'] });
  handOverRouter(router);
  setTabTeam('t1');
  const later = onward();
  await router.navigate('/library?q=sea&teamId=t1', { replace: true });
  later('/made');
  await expect.poll(() => router.state.location.pathname).toBe('/made');
});
