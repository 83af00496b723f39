import { useDeferredValue, useState } from 'react';

const PAGE_SIZE = 20;

/** What a searched, paged list asks for. A new search begins at its first page. */
export function usePagedSearch() {
  const [page_index, setPage] = useState(1);
  const [text, setText] = useState('');
  const keyword = useDeferredValue(text.trim());
  const search = (wanted: string) => {
    setText(wanted);
    setPage(1);
  };
  return { text, keyword, search, setPage, input: { page_index, page_size: PAGE_SIZE, ...(keyword && { keyword }) } };
}
