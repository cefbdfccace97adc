import { installAttributes, MEMBERSTACK_1_APP } from '../../attributes'
import type { Page } from './page'

/** For files only: a page with the inspector has the script. A template may add it. */
export const noInstallCode = {
  id: 'no-install-code',
  title: 'The page has data-ms attributes but no install script',
  holds: (page: Page): boolean =>
    page.names.length > 0 &&
    [installAttributes.app, MEMBERSTACK_1_APP].every((name) => page.carrying(name).length === 0),
}
