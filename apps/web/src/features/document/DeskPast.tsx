import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import type { DocumentDesk, Past } from './document-desk.ts';
import { DocumentDifference, type Side } from './DocumentDifference.tsx';
import { PastBar } from './PastBar.tsx';

type Props<P extends Past> = {
  desk: DocumentDesk<P>;
  name: string;
  onCopied: (document_id: string) => void;
  /** A version beside another one. */
  renderSide: (side: Side) => ReactNode;
  /** What can be done with both. */
  children?: ReactNode;
};

/** Says that this is how the document was, and what can be done with that. */
export function DeskPast<P extends Past>({ desk, name, onCopied, renderSide, children }: Props<P>) {
  const past = useStore(desk.use, (state) => state.past);
  const may_edit = useStore(desk.use, (state) => state.may_edit);
  const [isComparing, setIsComparing] = useState(false);
  if (!past) return null;
  return (
    <>
      <PastBar
        live={desk.live}
        entry={past.entry}
        noun={desk.live.kind.noun}
        name={name}
        may_edit={may_edit}
        onRestore={() => desk.restorePast()}
        onNamed={(version_name) => desk.showPast({ ...past, entry: { ...past.entry, version_name } })}
        onCopied={(document_id) => {
          desk.showPast(null);
          onCopied(document_id);
        }}
        onCompare={() => setIsComparing(true)}
      />
      {isComparing && (
        <DocumentDifference
          live={desk.live}
          entry={past.entry}
          renderSide={renderSide}
          onClose={() => setIsComparing(false)}
        >
          {children}
        </DocumentDifference>
      )}
    </>
  );
}
