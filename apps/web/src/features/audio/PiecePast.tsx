import { audioPieceOf } from '@mixreel/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { DeskPast } from '#features/document/DeskPast.tsx';
import type { Side } from '#features/document/DocumentDifference.tsx';
import { PlayButton } from '#features/voice/PlayButton.tsx';
import { lineName, toggleLine } from './speaking.ts';
import { useStudio, useStudioState } from './studio.ts';

/** Says that this is how the piece was, and what can be done with that; compared, both can be heard line by line. */
export function PiecePast() {
  const studio = useStudio();
  const navigate = useNavigate();
  const name = useStudioState(({ content }) => content.audio_name);
  const project_id = useStudioState((state) => state.piece.project_id);
  return (
    <DeskPast
      desk={studio}
      name={name}
      onCopied={(ai_audio_id) => void navigate(`/audioStudio?${new URLSearchParams({ project_id, ai_audio_id })}`)}
      renderSide={(side) => <SpokenLines {...side} />}
    />
  );
}

function SpokenLines({ title, state, changed }: Side) {
  const cache = useQueryClient();
  return (
    <ol>
      {audioPieceOf(state).lines.map((line, n) => {
        const heard = { ...line, line_id: `${title} ${line.line_id}` };
        return (
          <li key={line.line_id} data-differs={changed.has(line.line_id)}>
            <PlayButton
              name={lineName(heard.line_id)}
              label={`${title}第 ${n + 1} 行`}
              disabled={line.text.trim() === ''}
              onToggle={() => toggleLine(cache, heard)}
            />
            <span>{line.text}</span>
          </li>
        );
      })}
    </ol>
  );
}
