// Entry of the renderer: joins bridge, store and window.
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { exposedBridge } from './bridge.ts';
import { Crash, CrashGuard } from './components/crash.tsx';
import { Refused } from './screens/refused.tsx';
import { createAppStore, messageOf } from './store.ts';
import { refusedStart } from './words-refused.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/window.css';
import './styles/queue.css';
import './styles/library.css';
import './styles/pane.css';
import './styles/form.css';
import './styles/places.css';
import './styles/checkup.css';
import './styles/folders.css';
import './styles/settings.css';
import './styles/side-by-side.css';

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
