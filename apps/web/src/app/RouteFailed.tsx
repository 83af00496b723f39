import { useRouteError } from 'react-router';
import { PageFailed } from './PageFailed.tsx';

/** What a route shows when drawing its page threw. */
export function RouteFailed() {
  return <PageFailed error={useRouteError()} />;
}
