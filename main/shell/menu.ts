// The application menu: the system's own roles, so that every usual shortcut works in text fields and on the window.
import { app, Menu, type MenuItemConstructorOptions } from 'electron';

export function setMenu(): void {
  const mac = process.platform === 'darwin';
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const view: MenuItemConstructorOptions[] = [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    separator,
    { role: 'togglefullscreen' },
  ];
  if (!app.isPackaged) view.push(separator, { role: 'reload' }, { role: 'toggleDevTools' });

  const template: MenuItemConstructorOptions[] = [
    {
      label: 'File',
      submenu: mac ? [{ role: 'close' }] : [{ role: 'close', label: 'Close window' }, separator, { role: 'quit' }],
    },
    { role: 'editMenu' },
    { label: 'View', submenu: view },
    { role: 'windowMenu' },
  ];
  if (mac) template.unshift({ role: 'appMenu' });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
