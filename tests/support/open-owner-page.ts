import { makeOwnerLink } from '../../api/features/owner/session'
import type { Mode } from '../../api/lib/ids'
import { openTagShop } from './open-tag-shop'
import type { TestApiOptions } from './start-api'

const FROM_OURSELVES = { origin: 'http://localhost:4001', 'sec-fetch-site': 'same-origin' }

export async function openOwnerPage(options: TestApiOptions = {}) {
  const shop = await openTagShop(options)
  let cookie = ''

  async function read(response: Response) {
    return { status: response.status, headers: response.headers, html: await response.text() }
  }
  const open = async (path = '/owner', headers: Record<string, string> = { cookie }) =>
    read(await shop.request(path, { headers }))

  async function submit(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
    const body = new URLSearchParams(fields)
    return read(await shop.request(path, { method: 'POST', body, headers: { ...FROM_OURSELVES, cookie, ...headers } }))
  }

  return {
    ...shop,
    open,
    submit,
    /** The token of a new link. */
    link: async (appId = 'app_shop', mode: Mode = 'test'): Promise<string> => {
      const { url } = await makeOwnerLink(shop.services, { appId, mode })
      return new URL(url).searchParams.get('token') ?? 'none'
    },
    /** Opens a link and keeps the cookie. */
    enter: async (token: string): Promise<string> => {
      const { headers } = await submit('/owner', { token })
      cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
      return cookie
    },
    /** Submits the form of an action's page. */
    act: async (path: string, id: string, text?: string) => {
      const { html } = await open(`${path}?id=${encodeURIComponent(id)}`)
      return submit(path, { form: formTokenOf(html), id, ...(text !== undefined && { text }) })
    },
    /** The audit log, oldest first. */
    audited: async (): Promise<string[]> => {
      const rows = await shop.store.auditLog.list('app_shop', 'test', 100)
      return rows.toReversed().map(({ actor, act, subject }) => `${actor}: ${act} ${subject}`)
    },
  }
}

export const formTokenOf = (html: string): string => /name="form" value="([^"]+)"/u.exec(html)?.[1] ?? 'none'
