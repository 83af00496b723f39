import { Navigate, useLocation } from 'react-router';

/** To another path, with the query kept. */
export function Redirect({ to }: { to: string }) {
  const { search } = useLocation();
  return <Navigate to={{ pathname: to, search }} replace />;
}
