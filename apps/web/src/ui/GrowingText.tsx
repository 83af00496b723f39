import { Input } from 'antd';
import type { ComponentProps, CSSProperties } from 'react';
import styles from './GrowingText.module.css';

type Props = ComponentProps<typeof Input.TextArea> & {
  /** Lines that it shows at least, and before it scrolls. */
  least: number;
  most: number;
};

/**
 * A field that grows with its text, by the style sheet. Ant Design's `autoSize` measures by an inline style, which the
 * content policy refuses: its hidden copy would stand on the page.
 */
export function GrowingText({ least, most, ...rest }: Props) {
  const lines = { '--least': least, '--most': most } as CSSProperties;
  return <Input.TextArea {...rest} rows={least} className={styles['growing'] ?? ''} style={lines} />;
}
