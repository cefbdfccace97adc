import type { Locator, Page } from '@playwright/test'
import type { ModalResult, ScreenMap, ScreenName } from '../../widget/public'
import { codeFromMailbox } from './mailbox'
import { expect } from './product-test'

export const password = 'a-good-password'

declare global {
  interface Window {
    modalResult?: Promise<ModalResult | { failed: string }> | undefined
    /** Whether something that others laid over the page was clicked. */
    picked?: boolean
  }
}

/** Another element over the whole page, as of a consent tool that knows nothing of dialogs. */
export const addConsentBar = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const bar = document.body.appendChild(document.createElement('div'))
    bar.style.cssText = 'position:fixed;inset:auto 0 0;height:60px;background:gold;z-index:2147483647'
    bar.addEventListener('click', () => (window.picked = true))
  })

/** Opens a modal by script, on the page with the account modals. */
export async function openModal<K extends ScreenName>(
  page: Page,
  demo: string,
  name: K,
  params?: ScreenMap[K],
): Promise<Locator> {
  await page.goto(`${demo}/modals/account.html`)
  await page.waitForFunction(() => window.$memberstackReady)
  await callOpenModal(page, name, params)
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('h2')).toBeVisible()
  return dialog
}

export function callOpenModal<K extends ScreenName>(page: Page, name: K, params?: ScreenMap[K]): Promise<void> {
  return page.evaluate(
    ([wanted, given]) => {
      window.modalResult = window.$memberstackDom
        ?.openModal(wanted, given)
        .catch((error: unknown) => ({ failed: error instanceof Error ? error.message : String(error) }))
    },
    [name, params] as const,
  )
}

/** Result of the modal that `openModal` opened. */
export const modalResult = (page: Page) => page.evaluate(() => window.modalResult)

/** A member without a password, created with an emailed code. */
export async function signUpByCode(api: string, email: string): Promise<void> {
  const send = async (path: string, body: object): Promise<void> => {
    const answer = await fetch(api + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-APP-ID': 'app_demo' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  }
  await send('/auth/passwordless/signup/send', { email })
  const passwordlessToken = await codeFromMailbox(api, email)
  await send('/auth/signup?isPasswordless=true', { email, passwordlessToken })
}

/** Types into the first box; the focus moves by itself. */
export async function typeCode(dialog: Locator, code: string): Promise<void> {
  await dialog.getByLabel('Digit 1 of 6').click()
  await dialog.page().keyboard.type(code)
}

/** Waits until a closed modal has left the page: its role ends first, its fields only when it has faded. */
export async function expectModalGone(page: Page): Promise<void> {
  await expect(page.locator('ms-modal-host .overlay, #ms-light-modal dialog')).toHaveCount(0)
}

/** Shows the optional fields of the sign-up. */
export const unfoldFields = (dialog: Locator): Promise<void> => dialog.getByText('More details (optional)').click()
