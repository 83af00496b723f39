import { type createBrowserRouter, createPath, parsePath, type To } from 'react-router';

type Router = ReturnType<typeof createBrowserRouter>;

/** Pages for people who are in no space. */
const OUTSIDE = ['/login', '/materialShare', '/shootingDay'];

/**
 * Space and project of a tab stand in its address. A link that names none leads to where the tab is, also when it is
 * opened in another tab: done where every link and every step passes, so that no page has to think of it.
 */
export function stayInSpace(router: Router): Router {
  const { createHref, navigate } = router;
  const here = () => new URLSearchParams(router.state.location.search);
  router.createHref = (location) => createHref(inSpace(location, here()) as typeof location);
  router.navigate = ((to: To | number | null, options) =>
    to === null || typeof to === 'number'
      ? navigate(to as number)
      : navigate(inSpace(to, here()), options)) as Router['navigate'];
  return router;
}

/** The same address, with the space and the project of `here` unless it names its own. A bare query says what it wants. */
export function inSpace(to: To, here: URLSearchParams): To {
  const path = typeof to === 'string' ? parsePath(to) : to;
  if (!path.pathname || OUTSIDE.includes(path.pathname)) return to;
  const query = new URLSearchParams(path.search);
  const teamId = here.get('teamId');
  if (teamId === null || (query.get('teamId') ?? teamId) !== teamId) return to;
  query.set('teamId', teamId);
  const projectId = here.get('projectId');
  if (projectId !== null && !query.has('projectId')) query.set('projectId', projectId);
  const next = { ...path, search: `?${query}` };
  return typeof to === 'string' ? createPath(next) : next;
}
