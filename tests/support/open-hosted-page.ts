import { onTestFinished } from 'vitest'
import { startTestApi } from './start-api'
import type { TestApiOptions } from './start-api'

/** The whole API with the limits of production, and a browser's way to open and submit a hosted page. */
export async function openApiWithPages(options: TestApiOptions = {}) {
  const api = await startTestApi({ rateLimitFactor: 1, ...options })
  onTestFinished(() => api.close())
  return {
    ...api,
    /** The path and query of the link in the newest mail to an address. */
    async linkTo(address: string): Promise<string> {
      const mail = await api.mailTo(address)
      return /http:\/\/localhost:4001(\/account\/\S+)/u.exec(mail?.text ?? '')?.[1] ?? 'no link'
    },
    async open(path: string) {
      return read(await api.request(path))
    },
    /** Submits the form of a page, with the token that the page carries. */
    async submit(path: string, fields: Record<string, string>) {
      const { pathname, searchParams } = new URL(path, 'http://localhost:4001')
      const body = new URLSearchParams({ token: searchParams.get('token') ?? '', ...fields })
      const headers = { origin: 'http://localhost:4001', 'sec-fetch-site': 'same-origin' }
      return read(await api.request(pathname, { method: 'POST', body, headers }))
    },
  }
}

async function read(response: Response) {
  return { status: response.status, html: await response.text() }
}
