import { Button } from 'antd';
import { type ReactNode, useRef } from 'react';
import { SCRIPT_EXTENSIONS } from './script-file.ts';

type Props = {
  label: string;
  icon: ReactNode;
  type?: 'default' | 'text';
  /** What the file is called, and how its name may end. */
  name?: string;
  extensions?: string[];
  onFile: (file: File) => void;
};

export function ScriptFileButton(props: Props) {
  const { label, icon, type = 'default', name = '台词文件', extensions = SCRIPT_EXTENSIONS, onFile } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button type={type} icon={icon} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={name}
        accept={extensions.join(',')}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // The same file again, after it was corrected, is a change too.
          target.value = '';
        }}
      />
    </>
  );
}
