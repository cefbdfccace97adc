import { expect } from '@playwright/test'
import type { BrowserContext } from '@playwright/test'

/** Walks the flow without the widget for a known account, and leaves the result unused. */
export async function walkToCallback(context: BrowserContext, api: string, site: string): Promise<string> {
  const { origin, hostname } = new URL(site)
  const says = { provider: 'acme', appId: 'app_demo', publicKey: 'pk_sb_demo', state: 'ours' }
  let address = `${api}/auth-provider/login?${new URLSearchParams({ ...says, origin: hostname, opener_origin: origin })}`
  for (let steps = 0; steps < 5 && !address.includes('/callback/acme'); steps += 1) {
    const response = await context.request.get(address, { maxRedirects: 0 })
    address = new URL(response.headers()['location'] ?? '', address).href
  }
  expect(new URL(address).searchParams.get('code')).toMatch(/./)
  return address
}
