import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { useConfig } from '#lib/app-config.ts';
import { usePageHandle } from './page-handle.ts';

/** The tab shows the product's title and, inside an app, its name. */
export function Titled() {
  const title = useConfig((state) => state.title);
  const { app_name } = usePageHandle();
  useEffect(() => {
    document.title = app_name ? `${title} - ${app_name}` : title;
  }, [title, app_name]);
  return <Outlet />;
}
