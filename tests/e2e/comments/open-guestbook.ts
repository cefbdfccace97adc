import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { projectRoot } from '../../support/run-process'
import { test as base, expect } from '../product-test'
import type { ProductUrls } from '../product-test'
import { serveHtml } from '../serve-html'
import { signUp } from '../sign-up'
import { storeSession } from '../store-session'

export const guestbookPath = '/comments/guestbook.html'

/** The demo page with its own channel. */
export interface Book {
  /** Channel key. */
  key: string
  url: string
}

export const test = base.extend<{ book: Book }>({
  book: async ({ urls }, provide) => {
    const key = `journey-${Date.now()}-${Math.random().toString(36).slice(2)}`
    const html = await readFile(join(projectRoot, 'demo-pages', guestbookPath), 'utf8')
    const served = await serveHtml(
      html
        .replace('data-ms-channel="guestbook"', `data-ms-channel="${key}"`)
        .replaceAll(/(href|src)="\//g, `$1="${urls.demo}/`)
        .replace('http://localhost:4001', urls.api),
    )
    await provide({ key, url: served.url })
    served.close()
  },
})
export { expect }

/** Opens the page as a new member. @returns the session token */
export async function openAs(
  page: Page,
  urls: ProductUrls,
  book: Pick<Book, 'url'>,
  email: string,
  firstName: string,
): Promise<string> {
  const token = await storeSession(page, new URL(book.url).origin, urls.api, 'app_demo', email, {
    customFields: { 'first-name': firstName },
  })
  await page.goto(book.url)
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
  return token
}

/** Writes posts by the API, as another page would. */
export async function writePosts(
  api: string,
  channelKey: string,
  email: string,
  contents: readonly string[],
): Promise<void> {
  const token = await signUp(api, { email, password: 'a-good-password', customFields: { 'first-name': 'Writer' } })
  for (const content of contents) await callApi(api, '/comments/posts', token, { channelKey, content })
}

export async function callApi(
  api: string,
  path: string,
  token: string,
  body: object,
): Promise<{ data: { id: string } }> {
  const answer = await fetch(api + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-APP-ID': 'app_demo', Authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

export async function sign(page: Page, text: string): Promise<void> {
  await page.getByLabel('Your entry', { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Sign the book' }).click()
}

export const entries = (page: Page): Locator => page.locator('[data-ms-post="item"][id]')
export const entry = (page: Page, text: string): Locator => entries(page).filter({ hasText: text })
export const answersIn = (post: Locator): Locator => post.locator('[data-ms-thread="item"][id]')
