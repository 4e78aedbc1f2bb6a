// The files of a watched folder that are not added yet, each with what it waits for and what can be done about it; ignored and sent ones.

import { type ReactNode, useRef } from 'react';
import { Button } from 'react-aria-components';
import type { FileAct, FolderFile, FolderView } from '../../../preload/contract.ts';
import { message, t } from '../../../preload/text/text.ts';
import { useAppStore } from '../../state/use-store.ts';
import { fileActs, fileIcon, fileWords } from '../../text/folder-files.ts';
import { Icon } from '../../ui/icon.tsx';

/** A file that waits keeps its place, and the focus in it, whatever it waits for. */
const keyOf = ({ name, state }: FolderFile): string =>
  state === 'sent' || state === 'ignored' ? `${state} ${name}` : name;

export function FolderFiles({ folder }: { readonly folder: FolderView }): ReactNode {
  const store = useAppStore();
  const title = useRef<HTMLElement>(null);
  const { files, moreFiles } = folder;
  if (files.length === 0) return null;
  const waiting = moreFiles + files.filter(({ state }) => state !== 'sent' && state !== 'ignored').length;

  async function act({ name }: FolderFile, what: FileAct): Promise<void> {
    const isDone = await store.attempt(() =>
      store.bridge.request('folder.file', { folderId: folder.id, name, act: what }),
    );
    if (isDone === false) store.tell(message('folders.file.gone'), 'info');
    // The button may have gone with what it was for.
    if (what !== 'show') title.current?.focus();
  }

  return (
    <details className="folder-fold">
      <summary className="folder-fold-title" ref={title}>
        {t('folders.files', { files: waiting })}
      </summary>
      <ul className="folder-files" aria-label={t('folders.files.label', { folder: folder.name })}>
        {files.map((file) => (
          <li key={keyOf(file)} className="folder-file">
            <span className="folder-file-words">
              <Icon name={fileIcon(file.state)} size={14} />
              <span>
                <strong>{file.name}</strong> {fileWords(file)}
              </span>
            </span>
            <span className="button-row">
              {fileActs(file.state).map((what) => (
                <Button
                  key={what}
                  className="button button-small"
                  aria-label={t(`folders.file.${what}.label`, { file: file.name })}
                  onPress={() => void act(file, what)}
                >
                  {t(`folders.file.${what}`)}
                </Button>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {moreFiles > 0 && <p className="folder-more">{t('folders.files.more', { files: moreFiles })}</p>}
    </details>
  );
}
