import { lazy, Suspense } from 'react';
import { useBoxes } from './message-box.ts';

const MessageBox = lazy(async () => ({ default: (await import('./MessageBox.tsx')).MessageBox }));

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
