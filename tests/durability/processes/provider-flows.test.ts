import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { callBoth, statuses } from '../../support/call-process'
import { hasPostgres } from '../../support/postgres/find-postgres'
import { startProcesses } from '../../support/start-processes'
import type { Processes } from '../../support/start-processes'
import { allMembers } from '../../support/all-members'

const PAGE = 'http://localhost:4002/members.html'
const verifier = 'what the page keeps in its own storage'

/** Starts at one process and consents at the other. @returns the provider's redirect URL, and the browser's cookie */
async function goToProvider({ one, other }: Processes, email: string): Promise<{ back: URL; cookie: string }> {
  const start = new URLSearchParams({
    appId: 'app_demo',
    publicKey: 'pk_sb_demo',
    opener_origin: new URL(PAGE).origin,
    provider: 'google',
    state: 'mine',
    return_url: PAGE,
    challenge: createHash('sha256').update(verifier).digest('hex'),
  })
  const begun = await fetch(`${one.url}/auth-provider/signup?${start}`, {
    redirect: 'manual',
    headers: { referer: PAGE },
  })
  expect(begun.status).toBe(303)
  const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? ''
  const consent = new URL(begun.headers.get('location') ?? '')
  const fields = new URLSearchParams([
    ...consent.searchParams,
    ['email', email],
    ['verified', 'on'],
    ['action', 'continue'],
  ])
  const said = await fetch(`${other.url}${consent.pathname}`, { method: 'POST', body: fields, redirect: 'manual' })
  expect(said.status).toBe(303)
  return { back: new URL(said.headers.get('location') ?? ''), cookie }
}

describe.runIf(hasPostgres)('a provider flow that starts at one process', () => {
  test('completes once, at whichever process gets the redirect, and its result is delivered once', async () => {
    const both = await startProcesses({ env: { RATE_LIMIT_FACTOR: '100' } })
    for (const email of ['ann@example.com', 'bob@example.com', 'cid@example.com']) {
      const { back, cookie } = await goToProvider(both, email)
      const path = back.pathname + back.search
      const ended = await Promise.all(
        [both.one, both.other].map(({ url }) => fetch(url + path, { headers: { cookie }, redirect: 'manual' })),
      )
      const tokens = ended
        .map(({ headers }) => new URL(headers.get('location') ?? PAGE).hash)
        .flatMap((hash) => new URLSearchParams(hash.slice(1)).get('ms-auth') ?? [])
      expect(tokens).toHaveLength(1)
      const input = { answer: tokens[0] ?? '', verifier }
      expect(statuses(await callBoth(both, 'redeemProviderAnswer', [input, input]))).toEqual([200, 400])
    }
    expect(await allMembers(both.store)).toHaveLength(3)
  })
})
