import { showToast } from '#lib/toast.ts';
import { useSend } from '#lib/use-call.ts';
import { useCurrentProject } from './current-project.ts';

/** Brings the example project back, or completes it, and opens it. */
export function useDemo() {
  const { open } = useCurrentProject();
  const send = useSend('demo.restore', { refresh: ['project.list'] });
  const bring = () =>
    send.mutate(
      {},
      {
        onSuccess: ({ project_id }) => {
          open(project_id);
          showToast('success', '示例项目正在准备，素材会陆续出现');
        },
      },
    );
  return { bring, is_busy: send.isPending };
}
