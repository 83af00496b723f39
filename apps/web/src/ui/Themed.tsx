import { LoadingOutlined } from '@ant-design/icons';
import { ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import type { ReactNode } from 'react';
import css from 'virtual:antd-styles';
import { antTheme } from './palette.ts';
import { styleNonce } from './style-nonce.ts';
import { useTheme } from './theme-choice.ts';

const csp = { nonce: styleNonce() };
/** Before all our own, which are to win over it. */
const sheet = document.createElement('style');
sheet.textContent = css;
document.head.prepend(sheet);

/** Its own grows and shrinks, and stays in the name of its button for good when there was no time to grow. */
const button = { autoInsertSpace: false, loadingIcon: <LoadingOutlined aria-label="正在处理" /> };
const modal = { styles: { header: { marginBottom: 16 } } };

/** Language, colours and nonce for the component library. Only what uses the library loads it, so /login stays light. */
export function Themed({ children }: { children: ReactNode }) {
  const is_dark = useTheme((state) => state.is_dark);
  const is_calm = useTheme((state) => state.is_calm);
  const theme = antTheme({ is_dark, is_calm });
  return (
    <ConfigProvider locale={zhCN} csp={csp} theme={theme} button={button} modal={modal}>
      {children}
    </ConfigProvider>
  );
}
