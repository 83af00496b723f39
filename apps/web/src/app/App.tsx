import { QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import { useEffect } from 'react';
import { RouterProvider } from 'react-router/dom';
import { LoadingOverlay } from '#ui/LoadingOverlay.tsx';
import { MessageBoxes } from '#ui/MessageBoxes.tsx';
import { antTheme } from '#ui/palette.ts';
import { styleNonce } from '#ui/style-nonce.ts';
import { useTheme } from '#ui/theme-choice.ts';
import { Toasts } from '#ui/Toasts.tsx';
import { cache } from './cache.ts';
import { ConnectionBar } from './ConnectionBar.tsx';
import { watchPageTimes } from './page-times.ts';
import { PrivilegeNotice } from './PrivilegeNotice.tsx';
import { router } from './router.tsx';

const csp = { nonce: styleNonce() };

export function App() {
  useEffect(() => watchPageTimes(router), []);
  const isDark = useTheme((state) => state.is_dark);
  return (
    <ConfigProvider locale={zhCN} csp={csp} theme={antTheme(isDark)} button={{ autoInsertSpace: false }}>
      <QueryClientProvider client={cache}>
        <RouterProvider router={router} />
        <MessageBoxes />
        <LoadingOverlay />
        <PrivilegeNotice />
        <ConnectionBar />
        <Toasts />
      </QueryClientProvider>
    </ConfigProvider>
  );
}
