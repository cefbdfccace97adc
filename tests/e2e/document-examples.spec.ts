import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { Page } from '@playwright/test'
import { pastedExamples } from '../architecture/document-examples'
import { arrive } from './arrive'
import { expect, test } from './product-test'

const examples = pastedExamples()

/** The example that is pasted now, with the URL of this run's API. */
let pasted = ''
let server: Server
let url = ''

test.beforeAll(async () => {
  server = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(request.url === '/' ? pasted : '')
  })
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  url = `http://localhost:${address.port}/`
})

test.afterAll(async () => {
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
})

async function paste(page: Page, api: string, html: string): Promise<void> {
  pasted = html.replaceAll('http://localhost:4001', api)
  await arrive(page, url)
}

/** Every page is watched: a message in the console or an uncaught error fails the test. */
async function pasteAll(page: Page, api: string): Promise<void> {
  expect(examples.length).toBeGreaterThan(20)
  for (const { name, html } of examples) await test.step(name, () => paste(page, api, html))
}

test('every HTML example of /docs works in an empty page, for a visitor', ({ page, urls }) => pasteAll(page, urls.api))

test('every HTML example of /docs works in an empty page, for a member who signed up with one of them', async ({
  page,
  urls,
  email,
}) => {
  const first = examples.find(({ document }) => document === 'attributes')
  await paste(page, urls.api, first?.html ?? '')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('correct horse')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('Hello, Ada.')).toBeVisible()
  await pasteAll(page, urls.api)
})
