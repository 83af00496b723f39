import { Button } from 'antd';
import { type ReactNode, useRef } from 'react';
import { SCRIPT_EXTENSIONS } from './script-file.ts';

type Props = { label: string; icon: ReactNode; type?: 'default' | 'text'; onFile: (file: File) => void };

export function ScriptFileButton({ label, icon, type = 'default', onFile }: Props) {
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
        aria-label="台词文件"
        accept={SCRIPT_EXTENSIONS.join(',')}
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
