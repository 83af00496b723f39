import { CameraOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Input, type InputRef } from 'antd';
import { lazy, type Ref, Suspense, useState } from 'react';
import { SEARCH_WORDS } from './search-words.ts';

const LookDialog = lazy(async () => ({ default: (await import('./LookDialog.tsx')).LookDialog }));

type Props = {
  value: string;
  onSearch: (sentence: string) => void;
  /** What looks like a picture is wanted instead; without it the box takes sentences only. */
  onLook?: (look: string) => void;
  project_id?: string;
  autoFocus?: boolean;
  input?: Ref<InputRef>;
};

/** Takes a sentence; Enter searches. What is cleared is searched no longer. */
export function SentenceBox(props: Props) {
  // Another sentence from outside (going back, a link) is another box.
  const { onLook, project_id = null } = props;
  const [isLooking, setIsLooking] = useState(false);
  return (
    <>
      <Box key={props.value} {...props} onCamera={onLook ? () => setIsLooking(true) : null} />
      <Suspense fallback={null}>
        {isLooking && onLook && (
          <LookDialog project_id={project_id} onLook={onLook} onClose={() => setIsLooking(false)} />
        )}
      </Suspense>
    </>
  );
}

function Box({ value, onSearch, autoFocus = false, input, onCamera }: Props & { onCamera: (() => void) | null }) {
  const [text, setText] = useState(value);
  return (
    <Input
      {...(input && { ref: input })}
      type="search"
      allowClear
      autoFocus={autoFocus}
      maxLength={300}
      prefix={<SearchOutlined aria-hidden="true" />}
      {...(onCamera && {
        suffix: (
          <Button
            type="text"
            size="small"
            aria-label={SEARCH_WORDS.look}
            title={SEARCH_WORDS.look}
            icon={<CameraOutlined aria-hidden="true" />}
            onClick={onCamera}
          />
        ),
      })}
      placeholder={SEARCH_WORDS.box_placeholder}
      aria-label={SEARCH_WORDS.box_label}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        if (event.target.value === '' && value !== '') onSearch('');
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) onSearch(text.trim());
        if (event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}
