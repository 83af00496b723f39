import type { Tool } from './studio.ts';

/** As editors of pictures draw them; the icon set has no crop, lasso, eraser or wand. */
const LINES: Record<Tool, string> = {
  select: 'M5 3l14 8-6 1.5L10 19z',
  hand: 'M8 13V6a1.5 1.5 0 0 1 3 0v5V4.5a1.5 1.5 0 0 1 3 0V11V6.5a1.5 1.5 0 0 1 3 0V14c0 4-2.5 7-6 7-3 0-4.5-1.5-6-4.5L3.7 13.2a1.6 1.6 0 0 1 2.7-1.8L8 13',
  crop: 'M7 2v15h15M2 7h15v15',
  pull: 'M3 6l18-3v18L3 18z',
  text: 'M5 6.5V4h14v2.5M12 4v16M9 20h6',
  rect: 'M4 5h16v14H4z',
  ellipse: 'M12 5c5 0 9 3.1 9 7s-4 7-9 7-9-3.1-9-7 4-7 9-7z',
  brush: 'M14 4l6 6-8 8c-1.3 1.3-2.5 2-4 2H4c1-1 1.5-2 1.5-3.5S6 14 7 13zM10 8l6 6',
  lasso:
    'M7.5 15.3C4.8 14.4 3 12.4 3 10c0-3.5 4-6 9-6s9 2.5 9 6-4 6-9 6c-1.6 0-3.2-.3-4.5-.7a2 2 0 1 0-2.5 1.9c1 .9.9 2.2-.2 3.5',
  erase: 'M8.5 20L4 15.5l10-10 6.5 6.5-8 8zM9 10.5l6.5 6.5M12.5 20H21',
  pick: 'M4 20l9.5-9.5M16 3v4M20.5 8h-4M19.5 4.5l-2 2M12 4.5l1 1M19.5 12l-1-1',
};

export function ToolIcon({ tool }: { tool: Tool }) {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={LINES[tool]} />
    </svg>
  );
}
