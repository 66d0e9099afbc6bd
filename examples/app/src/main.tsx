/** Start here: creates the client, in development also a fake server for it, and shows the application. */
import { createClient } from '@mock-services/sdk';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import './app.css';

// The page's own server forwards `/api` to the service, so the page needs no CORS and no configuration.
const baseUrl = `${location.origin}/api`;

// `import.meta.env.DEV` is false in a production build, so Vite leaves out the import with all that it imports.
if (import.meta.env.DEV && import.meta.env.VITE_SERVICE === undefined) {
  const { startDevelopment } = await import('./development.ts');
  await startDevelopment(baseUrl);
}

const root = document.querySelector('#root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App client={createClient({ baseUrl })} />
    </StrictMode>,
  );
}
