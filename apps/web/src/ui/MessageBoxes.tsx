import { type ComponentType, lazy, Suspense } from 'react';
import { type OpenBox, useBoxes } from './message-box.ts';
import { PlainBox } from './PlainBox.tsx';

const load = () => import('./MessageBox.tsx');

const MessageBox = lazy<ComponentType<{ box: OpenBox }>>(() =>
  load().then(
    (code) => ({ default: code.MessageBox }),
    // Without a network, or after an update: a question that cannot be drawn must not take the page with it.
    () => ({ default: PlainBox }),
  ),
);

/** Fetches the code ahead, for pages whose questions are asked when the network is away. */
export function warmMessageBoxes(): void {
  load().catch(() => {});
}

/** Where message boxes appear. Their code is fetched with the first one. */
export function MessageBoxes() {
  const boxes = useBoxes((state) => state.boxes);
  if (boxes.length === 0) return null;
  return (
    <Suspense fallback={null}>
      {boxes.map((box) => (
        <MessageBox key={box.box_id} box={box} />
      ))}
    </Suspense>
  );
}
