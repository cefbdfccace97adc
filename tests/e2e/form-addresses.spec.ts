import type { Page } from '@playwright/test'
import { expect, test } from './product-test'
import { serveHtml } from './serve-html'

/** A login form as page builders write it: method=get is the default. */
const html = (tag: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Log in</title><link rel="icon" href="data:,">${tag}</head>
<body><main><h1>Log in</h1><form method="get" data-ms-form="login">
<label>Email <input name="email" type="email" data-ms-member="email"></label>
<label>Password <input name="password" type="password" data-ms-member="password"></label>
<button>Go</button></form></main></body></html>`

const tag = (api: string, app = 'app_demo') =>
  `<script src="${api}/membership.js" data-memberstack-app="${app}"></script>`

async function typeAndEnter(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password').fill('a-secret-password')
  await page.getByLabel('Password').press('Enter')
}

const kept = async (page: Page, url: string) => {
  await expect(page.getByLabel('Password')).toHaveValue('a-secret-password')
  expect(page.url()).toBe(url)
}

test('with the API down a password never reaches the URL, and stays in its field', async ({
  page,
  urls,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/, /could not be loaded/)
  const outside = await serveHtml(html(tag(urls.api)))
  await page.route(
    (address) => address.origin === urls.api && address.pathname !== '/membership.js',
    (route) => route.abort(),
  )
  await page.goto(outside.url)
  await typeAndEnter(page)
  await expect(page.getByText('The server could not be reached.')).toBeVisible()
  await kept(page, outside.url)
  outside.close()
})

test('with an install tag without an app the form sends nothing at all', async ({ page, urls, expectedConsole }) => {
  expectedConsole.push(/\[membership\]/)
  const outside = await serveHtml(html(tag(urls.api, '')))
  await page.goto(outside.url)
  await typeAndEnter(page)
  await kept(page, outside.url)
  outside.close()
})

test('a script that submits the form directly does not put it into the URL', async ({ page, urls }) => {
  const outside = await serveHtml(html(tag(urls.api)))
  await page.goto(outside.url)
  await page.getByLabel('Password').fill('a-secret-password')
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.isNavigationRequest()),
    page.waitForEvent('load'),
    page.evaluate(() => document.querySelector('form')?.submit()),
  ])
  expect(request.method()).toBe('POST')
  expect([request.url(), page.url()]).toEqual([outside.url, outside.url])
  outside.close()
})
