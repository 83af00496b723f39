import { Outlet } from 'react-router';
import { Themed } from '#ui/Themed.tsx';

/** Around pages that fill the window. */
export function BareLayout() {
  return (
    <Themed>
      <Outlet />
    </Themed>
  );
}
