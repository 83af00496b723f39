import '#ui/theme.css';
import { createRoot } from 'react-dom/client';
import { Start } from '#app/Start.tsx';
import { returnFocus } from '#lib/return-focus.ts';
import { followOtherTabs } from '#lib/session.ts';
import { giveNonceToStyles } from '#ui/style-nonce.ts';
import { startTheme } from '#ui/theme-choice.ts';

giveNonceToStyles();
startTheme();
followOtherTabs();
returnFocus();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');
createRoot(root).render(<Start />);
