// A draft post from the selected videos: its title, the order of the videos, and what became of it.

import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Button, Dialog, Form, Heading, Input, Label, Modal, ModalOverlay, TextField } from 'react-aria-components';
import type { LibraryRow, PostDrafted, PostDraftFailure } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import { moved } from '../../model/moved.ts';
import { destinations } from '../../state/selectors.ts';
import { useApp, useAppStore, useLibrary } from '../../state/use-store.ts';
import { postFailureWords } from '../../text/library.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { titleWords } from '../../ui/library-row.tsx';

/** More than anybody reads in one post; main refuses more. */
const mostVideos = 50;

/** Offered to who may make posts there, for videos that a post can show. */
export function NewPostDraft({ rows }: { readonly rows: readonly LibraryRow[] }): ReactNode {
  const [open, setOpen] = useState(false);
  const accountId = useLibrary((state) => state.accountId);
  const mayDraft = useLibrary((state) => state.filters?.mayDraftPosts === true);
  const app = useApp((state) => state.app);
  const place = destinations(app).find(({ account }) => account.id === accountId);
  const canShow = rows.length <= mostVideos && rows.every(({ status }) => status !== 'trash');
  if (place === undefined || !mayDraft || !canShow) return null;
  return (
    <>
      <Button className="button button-small" onPress={() => setOpen(true)}>
        {t('post.new')}
      </Button>
      <ModalOverlay
        className="modal-overlay"
        isOpen={open}
        isDismissable={false}
        onOpenChange={(isOpen) => !isOpen && setOpen(false)}
      >
        <Modal className="modal">
          <Draft accountId={place.account.id} siteName={place.site.name} rows={rows} onClose={() => setOpen(false)} />
        </Modal>
      </ModalOverlay>
    </>
  );
}

interface DraftProps {
  readonly accountId: string;
  readonly siteName: string;
  readonly rows: readonly LibraryRow[];
  readonly onClose: () => void;
}

function Draft({ accountId, siteName, rows, onClose }: DraftProps): ReactNode {
  const store = useAppStore();
  // As it was when the dialog opened: the list behind it may be read anew.
  const [videos, setVideos] = useState(rows);
  const [title, setTitle] = useState(rows.length === 1 ? (rows[0]?.title ?? '') : '');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<PostDraftFailure | null>(null);
  const [made, setMade] = useState<PostDrafted | null>(null);

  async function make(): Promise<void> {
    setBusy(true);
    const videoIds = videos.map(({ id }) => id);
    const input = { accountId, title: title.trim(), videoIds };
    const outcome = await store.attempt(() => store.bridge.request('posts.draft', input));
    setBusy(false);
    setFailure(outcome === null || outcome.ok ? null : outcome.failure);
    if (outcome?.ok) setMade(outcome.value);
  }

  if (made !== null) {
    const words = t(made.wasThere ? 'post.was-there' : 'post.made', { title: title.trim(), site: siteName });
    return <Made words={words} accountId={accountId} postId={made.postId} onClose={onClose} />;
  }
  return (
    <Dialog className="dialog">
      <Heading slot="title" className="dialog-title">
        {t('post.title')}
      </Heading>
      <p className="dialog-body">{t('post.what', { site: siteName, videos: videos.length })}</p>
      <Form
        className="post-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void make();
        }}
      >
        <TextField className="field" value={title} onChange={setTitle} isReadOnly={isBusy} autoFocus>
          <Label className="field-label">{t('post.name')}</Label>
          <Input className="input" maxLength={1_000} />
        </TextField>
        <Order videos={videos} isBusy={isBusy} onChange={setVideos} />
        {isBusy && (
          <p className="hint" role="status">
            {t('post.making', { site: siteName })}
          </p>
        )}
        {failure !== null && !isBusy && (
          <p className="post-failure" role="alert">
            <Icon name="needs-you" />
            {postFailureWords(failure, siteName)}
          </p>
        )}
        <div className="dialog-buttons">
          <Button className="button" onPress={onClose}>
            {t(failure?.problem === 'unclear' ? 'post.close' : 'window.cancel')}
          </Button>
          <BusyButton type="submit" className="button button-primary" isBusy={isBusy} isDisabled={title.trim() === ''}>
            {t(failure?.problem === 'unclear' ? 'post.again' : 'post.make')}
          </BusyButton>
        </div>
      </Form>
    </Dialog>
  );
}

interface MadeProps {
  readonly words: string;
  readonly accountId: string;
  readonly postId: number;
  readonly onClose: () => void;
}

function Made({ words, accountId, postId, onClose }: MadeProps): ReactNode {
  const store = useAppStore();
  const edit = useRef<HTMLButtonElement>(null);
  // Before the next frame: with the field that had the keyboard gone, the first button of the dialog would get it.
  useLayoutEffect(() => edit.current?.focus(), []);
  return (
    <Dialog className="dialog">
      <Heading slot="title" className="dialog-title">
        {t('post.title')}
      </Heading>
      <p className="dialog-body" role="status">
        {words}
      </p>
      <div className="dialog-buttons">
        <Button className="button" onPress={onClose}>
          {t('post.close')}
        </Button>
        <Button
          className="button button-primary"
          ref={edit}
          onPress={() => void store.attempt(() => store.bridge.request('posts.edit', { accountId, postId }))}
        >
          <Icon name="external" size={14} />
          {t('post.edit')}
        </Button>
      </div>
    </Dialog>
  );
}

interface OrderProps {
  readonly videos: readonly LibraryRow[];
  readonly isBusy: boolean;
  readonly onChange: (videos: readonly LibraryRow[]) => void;
}

/** The videos as the post shows them; one alone is in order. */
function Order({ videos, isBusy, onChange }: OrderProps): ReactNode {
  return (
    <ol className="post-videos" aria-label={t('post.videos')}>
      {videos.map((video, at) => {
        const title = titleWords(video.title);
        return (
          <li key={video.id} className="post-video">
            <span className="post-video-title">{title}</span>
            {videos.length > 1 && (
              <>
                <BusyButton
                  className="button button-icon"
                  aria-label={t('post.up', { title })}
                  isBusy={isBusy}
                  isDisabled={at === 0}
                  onPress={() => onChange(moved(videos, at, at - 1))}
                >
                  <Icon name="sending" size={14} />
                </BusyButton>
                <BusyButton
                  className="button button-icon"
                  aria-label={t('post.down', { title })}
                  isBusy={isBusy}
                  isDisabled={at === videos.length - 1}
                  onPress={() => onChange(moved(videos, at, at + 1))}
                >
                  <Icon name="down" size={14} />
                </BusyButton>
              </>
            )}
          </li>
        );
      })}
    </ol>
  );
}
