import { expect } from 'vitest'
import type { startTestApi } from './start-api'

type Api = Pick<Awaited<ReturnType<typeof startTestApi>>, 'call' | 'request' | 'mailTo'>

/** The path and query of the link that confirms a new email. */
export const confirmLinkOf = (text: string | undefined): string =>
  /(\/confirm-email\?token=[\w-]+)/u.exec(text ?? '')?.[1] ?? 'no link'

/**
 * Asks for a new email and opens its link, as its owner does.
 * @param typed what the page asks for, such as the password
 */
export async function moveEmail(
  api: Api,
  email: string,
  how: { token?: string; app?: string },
  typed: Record<string, string> = {},
): Promise<void> {
  expect((await api.call('updateMemberAuth', { email }, how)).status).toBe(200)
  const link = new URL(confirmLinkOf((await api.mailTo(email))?.text), 'http://localhost:4001')
  const body = new URLSearchParams({ token: link.searchParams.get('token') ?? '', action: 'confirm', ...typed })
  const headers = { origin: 'http://localhost:4001', 'sec-fetch-site': 'same-origin' }
  const confirmed = await api.request(link.pathname, { method: 'POST', body, headers })
  expect([confirmed.status, await confirmed.text()]).toEqual([200, expect.stringContaining(email)])
}
