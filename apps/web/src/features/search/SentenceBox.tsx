import { SearchOutlined } from '@ant-design/icons';
import { Input, type InputRef } from 'antd';
import { type Ref, useState } from 'react';
import { SEARCH_WORDS } from './search-words.ts';

type Props = { value: string; onSearch: (sentence: string) => void; autoFocus?: boolean; input?: Ref<InputRef> };

/** Takes a sentence; Enter searches. What is cleared is searched no longer. */
export function SentenceBox(props: Props) {
  // Another sentence from outside (going back, a link) is another box.
  return <Box key={props.value} {...props} />;
}

function Box({ value, onSearch, autoFocus = false, input }: Props) {
  const [text, setText] = useState(value);
  return (
    <Input
      {...(input && { ref: input })}
      type="search"
      allowClear
      autoFocus={autoFocus}
      maxLength={300}
      prefix={<SearchOutlined aria-hidden="true" />}
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
