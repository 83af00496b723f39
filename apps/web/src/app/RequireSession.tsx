import { Navigate, Outlet, useLocation } from 'react-router';
import { loginPath } from '#lib/go.ts';
import { useSession } from '#lib/session.ts';

/** The guard: without a session every page inside leads to the login page, which leads back. */
export function RequireSession() {
  const { pathname, search } = useLocation();
  const isLoggedIn = useSession((state) => state.is_logged_in);
  const hasLeft = useSession((state) => state.has_left);
  if (isLoggedIn) return <Outlet />;
  return <Navigate to={hasLeft ? '/login' : loginPath(pathname + search)} replace />;
}
