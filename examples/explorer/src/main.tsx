/** Starts the page. */
import './theme.css';
import { createRoot } from 'react-dom/client';

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<h1>Mock Services explorer</h1>);
