import { Navigate, useSearchParams } from 'react-router';
import { EditorLoader } from './EditorLoader.tsx';

/** One mix in the editor: `mproject_id` of the address says which. */
export function VideoProductionPage() {
  const [params] = useSearchParams();
  const mproject_id = params.get('mproject_id');
  if (!mproject_id) return <Navigate to="/studio/workspace" replace />;
  return <EditorLoader key={mproject_id} mproject_id={mproject_id} />;
}
