import type { Page } from '@playwright/test'
import { expectModalGone } from '../account-modals'
import { type FixtureSite, serveFixtures } from '../../support/serve-fixtures'
import { expect, test as base } from '../product-test'
import { signUp } from '../sign-up'

export interface Person {
  email: string
  password: string
  firstName: string
}

interface LivingFixtures {
  /** `tests/fixtures` as an outside site. */
  site: FixtureSite
  /** A member who is not logged in. */
  person: Person
}

declare global {
  interface Window {
    /** Visible `data-ms-content` values since the last reset. */
    seen?: string[]
  }
}

/** Journeys on pages that move their own nodes. Every frame is checked for visible content. */
export const test = base.extend<LivingFixtures>({
  page: async ({ page, site }, provide) => {
    await page.addInitScript(recordFrames)
    await provide(page)
    // Close the page before its server: it may have pending requests.
    if (site.url) await page.close()
  },
  site: async ({ urls }, provide) => {
    const site = await serveFixtures(urls.api)
    await provide(site)
    await site.stop()
  },
  person: async ({ urls, email }, provide) => {
    const person = { email, password: 'a-good-password', firstName: `Ada-${Date.now()}` }
    await signUp(urls.api, { email, password: person.password, customFields: { 'first-name': person.firstName } })
    await provide(person)
  },
})

export { expect }

function recordFrames(): void {
  window.seen = []
  const look = (): void => {
    window.framesSeen = (window.framesSeen ?? 0) + 1
    for (const element of document.querySelectorAll('[data-ms-content]')) {
      const shown = element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden'
      if (shown) window.seen?.push(element.getAttribute('data-ms-content') ?? '')
    }
    requestAnimationFrame(look)
  }
  look()
}

export const ready = (page: Page) => page.waitForFunction(() => window.$memberstackReady)

/** Visible `data-ms-content` values since the last call. */
export const seenSince = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...new Set(window.seen?.splice(0) ?? [])].toSorted())

/** Logs in by the page's opener and the dialog. */
export async function logIn(page: Page, person: Person): Promise<void> {
  await page.locator('[data-ms-modal=login]:visible').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(person.email)
  await dialog.getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  await expectModalGone(dialog.page())
}

export async function logOut(page: Page): Promise<void> {
  await page.locator('[data-ms-action=logout]:visible').first().click()
  await expect(page.locator('[data-ms-action=logout]:visible')).toHaveCount(0)
}

/** Places in the page with personal data: texts, attributes, templates or fields. */
export const traces = (page: Page, { email, firstName }: Person): Promise<string[]> =>
  page.evaluate(
    ([address, name]) => {
      const places: string[] = []
      const look = (root: Element | Document | DocumentFragment): void => {
        for (const element of root.querySelectorAll('*')) {
          const values = [...element.attributes].map(({ value }) => value)
          for (const child of element.childNodes)
            if (child.nodeType === Node.TEXT_NODE) values.push(child.nodeValue ?? '')
          if ('value' in element) values.push(String(element.value))
          if (values.some((value) => value.includes(address) || value.includes(name))) places.push(element.outerHTML)
          if (element instanceof HTMLTemplateElement) look(element.content)
        }
      }
      look(document)
      return places
    },
    [email, firstName] as const,
  )
