// Entry of the renderer: joins bridge, store and window.
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { exposedBridge } from './bridge.ts';
import { Crash, CrashGuard } from './features/window/crash.tsx';
import { Refused } from './features/window/refused.tsx';
import { refusedStart } from './model/refused-start.ts';
import { createAppStore } from './state/app-store.ts';
import { messageOf } from './text/failure.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './features/window/window.css';
import './styles/list-page.css';
import './styles/list.css';
import './styles/holds.css';
import './features/uploads/queue.css';
import './features/library/library.css';
import './styles/pane.css';
import './features/metadata/form.css';
import './features/sites/places.css';
import './features/sites/checkup.css';
import './features/folders/folders.css';
import './features/settings/settings.css';
import './features/help/help.css';
import './features/move/move.css';
import './styles/side-by-side.css';
import './styles/narrow.css';
import './features/library/library-grid.css';

function started(): ReactNode {
  const refused = refusedStart(location.hash);
  if (refused !== null) return <Refused reason={refused} />;
  try {
    const store = createAppStore(exposedBridge());
    // The last words typed leave before the page does.
    window.addEventListener('pagehide', () => store.drafts.flush());
    return <App store={store} />;
  } catch (error) {
    return <Crash message={messageOf(error)} />;
  }
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has lost its root element.');
createRoot(root).render(
  <StrictMode>
    <CrashGuard>{started()}</CrashGuard>
  </StrictMode>,
);
