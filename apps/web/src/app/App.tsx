import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { RouterProvider } from 'react-router/dom';
import { LoadingOverlay } from '#ui/LoadingOverlay.tsx';
import { MessageBoxes } from '#ui/MessageBoxes.tsx';
import { Toasts } from '#ui/Toasts.tsx';
import { cache } from './cache.ts';
import { ConnectionBar } from './ConnectionBar.tsx';
import { watchPageTimes } from './page-times.ts';
import { PrivilegeNotice } from './PrivilegeNotice.tsx';
import { router } from './router.tsx';

export function App() {
  useEffect(() => watchPageTimes(router), []);
  return (
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
      <MessageBoxes />
      <LoadingOverlay />
      <PrivilegeNotice />
      <ConnectionBar />
      <Toasts />
    </QueryClientProvider>
  );
}
