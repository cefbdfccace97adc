import { installAttributes } from '../../attributes'
import type { Page } from './page'

/** Of files alone: where the inspector runs on a page, the page has the script. It may also come from a template. */
export const noInstallCode = {
  id: 'no-install-code',
  title: 'The page has data-ms attributes and no install script',
  holds: (page: Page): boolean => page.names.length > 0 && page.carrying(installAttributes.app).length === 0,
}
