// Above every place while a proxy of the network wants a sign-in: what waits, and the form that ends the waiting.
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Button, Dialog, Heading, Input, Label, Modal, ModalOverlay, TextField } from 'react-aria-components';
import type { ProxiesView, ProxySignInOutcome } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { Icon } from '../../ui/icon.tsx';
import { SecretField, typedSecret } from '../../ui/secret-field.tsx';

type Asking = NonNullable<ProxiesView['asking']>;

export function ProxyBanner({ asking }: { readonly asking: Asking }): ReactNode {
  const store = useAppStore();
  const isOpen = useApp((state) => state.proxyForm);
  const setOpen = store.showProxyForm;
  const proxy = asking.address;
  return (
    <div className="proxy-banner">
      <div className="hold store-line">
        <Icon name="needs-you" />
        <div className="hold-text" role="status" aria-label={t('proxy.label')}>
          <p className="hold-title">{t(asking.isRefused ? 'proxy.refused' : 'proxy.asks', { proxy })}</p>
          <p className="hold-more">{t('proxy.waits')}</p>
        </div>
        <div className="hold-actions">
          <Button className="button button-small" onPress={() => setOpen(true)}>
            {t('proxy.act')}
          </Button>
        </div>
      </div>
      <ModalOverlay className="modal-overlay" isOpen={isOpen} onOpenChange={setOpen}>
        <Modal className="modal">
          <Dialog className="dialog">
            <Heading slot="title" className="dialog-title">
              {t('proxy.title', { proxy })}
            </Heading>
            <ProxyForm key={asking.id} asking={asking} onEnd={() => setOpen(false)} />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </div>
  );
}

/** What may be wrong with what was typed. */
type Trouble = Exclude<ProxySignInOutcome, 'accepted'> | 'empty';

function ProxyForm({ asking, onEnd }: { readonly asking: Asking; readonly onEnd: () => void }): ReactNode {
  const store = useAppStore();
  const hasKeyring = useApp((state) => state.app?.keyring === 'available');
  const [user, setUser] = useState(asking.user);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const password = useRef<HTMLInputElement>(null);
  const proxy = asking.address;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    // No name of Basic has a colon in it (RFC 7617).
    if (user.trim() === '' || user.includes(':')) {
      setTrouble('empty');
      return;
    }
    setTrouble(null);
    setBusy(true);
    await store.attempt(async () => {
      const typed = { id: asking.id, user: user.trim(), password: typedSecret(password) };
      const outcome = await store.bridge.request('proxy.signIn', typed);
      if (outcome === 'accepted') onEnd();
      else setTrouble(outcome);
    });
    setBusy(false);
  }

  return (
    <form className="proxy-form" onSubmit={(event) => void submit(event)}>
      <p className="dialog-body">{t('proxy.body')}</p>
      <TextField className="field" value={user} onChange={setUser} autoFocus>
        <Label className="field-label">{t('proxy.user')}</Label>
        <Input className="input" autoComplete="off" autoCapitalize="none" spellCheck="false" maxLength={300} />
      </TextField>
      <SecretField label={t('proxy.password')} input={password} />
      {!asking.isSecure && <p className="help">{t('proxy.open')}</p>}
      {!hasKeyring && <p className="help">{t('proxy.session')}</p>}
      {trouble !== null && (
        <p className="proxy-trouble" role="alert">
          <Icon name="needs-you" />
          {t(`proxy.trouble.${trouble}`, { proxy })}
        </p>
      )}
      <div className="dialog-buttons">
        <Button className="button" onPress={onEnd}>
          {t('window.cancel')}
        </Button>
        <Button className="button button-primary" type="submit" aria-busy={isBusy}>
          {t(isBusy ? 'proxy.busy' : 'proxy.submit')}
        </Button>
      </div>
    </form>
  );
}
