import { createMemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { correctAddress, handOverRouter } from './go.ts';

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
