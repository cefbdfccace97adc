import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/** A page on an outside site: its button calls the method in its query and shows the result. */
export const clientPage = (api: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Outside site</title>
    <link rel="icon" href="data:," />
    <script src="${api}/membership.js" data-memberstack-app="app_demo"></script>
  </head>
  <body>
    <button type="button">Go</button>
    <output></output>
    <p data-ms-content="members">In: <span data-ms-member="email"></span></p>
    <script>
      const asked = new URLSearchParams(location.search)
      document.querySelector('button').addEventListener('click', () => {
        const output = document.querySelector('output')
        const tell = (told) => (output.value = JSON.stringify(told))
        output.value = ''
        window.$memberstackDom[asked.get('method')](JSON.parse(asked.get('params'))).then(
          ({ data }) => tell({ data }),
          ({ code }) => tell({ code }),
        )
      })
    </script>
  </body>
</html>`

export async function askTheClient(page: Page, site: string, method: string, params: object): Promise<void> {
  await page.goto(`${site}?${new URLSearchParams({ method, params: JSON.stringify(params) })}`)
  await page.waitForFunction(() => window.$memberstackReady)
  await page.getByRole('button', { name: 'Go' }).click()
}

/** For methods that open a window. @returns the window */
export async function askForWindow(page: Page, site: string, method: string, params: object): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await askTheClient(page, site, method, params)
  return opening
}

/** Expects the response's data, or the error code. */
export const expectTold = (page: Page, told: Record<string, unknown>): Promise<void> =>
  expect
    .poll(async (): Promise<unknown> => JSON.parse((await page.locator('output').innerText()) || 'null'), {
      timeout: 20_000,
    })
    .toMatchObject(told)
