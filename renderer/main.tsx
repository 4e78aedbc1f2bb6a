// Entry of the renderer: joins bridge, store and window.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { exposedBridge } from './bridge.ts';
import { createAppStore } from './store.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/window.css';
import './styles/queue.css';
import './styles/pane.css';
import './styles/places.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has lost its root element.');
const store = createAppStore(exposedBridge());
// The last words typed leave before the page does.
window.addEventListener('pagehide', () => store.drafts.flush());
createRoot(root).render(
  <StrictMode>
    <App store={store} />
  </StrictMode>,
);
