import type { Page } from '@playwright/test'
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
  /** Somebody who has an account and is logged in nowhere. */
  person: Person
}

declare global {
  interface Window {
    /** Every `data-ms-content` that some frame showed since it was last emptied. */
    seen?: string[]
  }
}

/** Journeys on pages that move their own nodes about. Every frame is watched for what a person could see in it. */
export const test = base.extend<LivingFixtures>({
  page: async ({ page, site }, provide) => {
    await page.addInitScript(recordFrames)
    await provide(page)
    // Before its server: a page may be about to ask for more.
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
    for (const element of document.querySelectorAll('[data-ms-content]')) {
      const shown = element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden'
      if (shown) window.seen?.push(element.getAttribute('data-ms-content') ?? '')
    }
    requestAnimationFrame(look)
  }
  look()
}

export const ready = (page: Page) => page.waitForFunction(() => window.$memberstackReady)

/** The values of `data-ms-content` that some frame has shown since the last call. */
export const seenSince = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...new Set(window.seen?.splice(0) ?? [])].toSorted())

/** Logs in as a person does: by the page's opener, in the dialog. */
export async function logIn(page: Page, person: Person): Promise<void> {
  await page.locator('[data-ms-modal=login]:visible').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(person.email)
  await dialog.getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
}

export async function logOut(page: Page): Promise<void> {
  await page.locator('[data-ms-action=logout]:visible').first().click()
  await expect(page.locator('[data-ms-action=logout]:visible')).toHaveCount(0)
}

/** Where in the page something of the person stands: in texts, attributes, templates or fields. */
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
