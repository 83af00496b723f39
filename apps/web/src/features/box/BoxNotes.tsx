import type { BoxToolName } from '@mixreel/contract';
import { Alert } from 'antd';
import { useCall } from '#lib/use-call.ts';

type Props = { project_id: string; tools: BoxToolName[]; material_ids: string[] };

/** What somebody should know before tools begin with these. */
export function BoxNotes({ project_id, tools, material_ids }: Props) {
  const wish = { project_id, tools, material_ids };
  const { data } = useCall('box.estimate', wish, { enabled: material_ids.length > 0 });
  return data?.notes.map((note) => <Alert key={note} type="info" showIcon title={note} />);
}
