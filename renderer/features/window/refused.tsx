// The whole window when the list must not be opened: why, that nothing was changed, and the way out.

import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { t } from '../../../preload/text/text.ts';
import type { RefusedStart } from '../../model/refused-start.ts';
import { Mark } from '../../ui/mark.tsx';

export function Refused({ reason }: { readonly reason: RefusedStart }): ReactNode {
  return (
    <main className="connect">
      <div className="connect-form connect-step">
        <Mark size={48} />
        <h1 className="connect-title">{t(`refused.${reason}.title`)}</h1>
        <p>{t(`refused.${reason}.what`)}</p>
        <p>{t(`refused.${reason}.safe`)}</p>
        <p>{t(`refused.${reason}.todo`)}</p>
        <Button className="button button-primary button-large" autoFocus onPress={() => window.close()}>
          {t('window.quit')}
        </Button>
      </div>
    </main>
  );
}
