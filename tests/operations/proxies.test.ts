import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../api/database/open-database'
import { LIVE_COMMENTS_PATH } from '../../contract/endpoints/comments'
import { IMPORT_MAX_BYTES, WORK_SAMPLE_CHUNK_MAX_BYTES } from '../../contract/limits'
import { rateLimits } from '../../contract/rate-limits'
import { findProgram } from '../long/engines/find-program'
import { updateMemberById } from '../../api/features/members/repository'
import { completedAttempt } from '../support/open-work-samples'
import { mp4 } from '../support/sample-files'
import { API_HOST, SITE_HOST, startBehindProxy } from './behind-proxy'
import type { BehindProxy } from './behind-proxy'
import { proxies } from './proxies'

const PAGE = 'https://shop.example'
const JSON_HEADERS = { 'x-app-id': 'app_trusttag', 'content-type': 'application/json' }
const VIDEO_BYTES = 10_000_000

const hasOpenssl = findProgram('openssl') !== null

describe.each(proxies)('the recipe for $name', (proxy) => {
  // A proxy that is not installed is skipped, and the report of the run says so.
  describe.runIf(proxy.program !== null && hasOpenssl)('in front of a start in production', () => {
    let world: BehindProxy
    beforeAll(async () => {
      world = await startBehindProxy(proxy)
    })
    afterAll(() => world.stop())

    it('serves site and API under their names, by HTTP/2, and redirects http to https', async () => {
      expect((await world.ask(SITE_HOST, '/')).body).toContain('https://members.example.com/membership.js')
      expect((await world.ask(API_HOST, '/ready')).status).toBe(200)
      for (const host of [SITE_HOST, API_HOST]) {
        expect(await world.askByHttp2(host, '/')).toMatchObject({ protocol: 'h2' })
        const { status, headers } = await world.askPlainly(host, '/membership.js?a=b')
        expect([301, 308]).toContain(status)
        expect(headers.location).toMatch(new RegExp(`^https://${host}(:\\d+)?/membership\\.js\\?a=b$`, 'u'))
        expect((await world.ask(host, '/')).headers['strict-transport-security']).toMatch(/^max-age=31536000/u)
      }
    })

    it('hides internal endpoints from outside', async () => {
      expect((await world.ask(API_HOST, '/dev/mailbox')).status).toBe(404)
      expect((await world.ask(API_HOST, '/metrics')).status).toBe(404)
    })

    it('forwards requests of embedding pages, and sends cookies only over https', async () => {
      const headers = { origin: PAGE, 'access-control-request-method': 'POST' }
      const preflight = await world.ask(API_HOST, '/auth/login', { method: 'OPTIONS', headers })
      expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([204, PAGE])

      const asked = { appId: 'app_demo', publicKey: 'pk_sb_demo', opener_origin: PAGE, state: 's', provider: 'google' }
      const { headers: window } = await world.ask(API_HOST, `/auth-provider/login?${new URLSearchParams(asked)}`)
      expect(window['set-cookie']?.[0]).toMatch(/^__Host-ms_flow_.*; HttpOnly; SameSite=Lax; Secure$/u)
    })

    it('limits callers by their own IP address, which they cannot spoof by a header', async () => {
      const look = (from: string, forged: number) =>
        world.ask(API_HOST, '/trusttag/verify/TT-0000-0000', {
          from,
          headers: { 'x-forwarded-for': `203.0.113.${forged}` },
        })
      const { max } = rateLimits.tagChecksPerAddress
      for (let count = 0; count < max; count += 1) expect((await look('127.0.0.2', count)).status).not.toBe(429)
      expect((await look('127.0.0.2', 250)).status).toBe(429)
      expect((await look('127.0.0.3', 250)).status).not.toBe(429)
    })

    it('forwards an event stream at once', async () => {
      const query = new URLSearchParams({ appId: 'app_demo', key: 'pk_sb_demo', channelKey: 'guestbook' })
      const stream = await world.open(API_HOST, `${LIVE_COMMENTS_PATH}?${query}`, { headers: { origin: PAGE } })
      expect(stream.headers['content-type']).toContain('text/event-stream')
      // The stream stays open: if the proxy buffered it, nothing would come before the next keep-alive, 25 seconds later.
      const first: unknown = await stream[Symbol.asyncIterator]().next()
      expect(String(v.parse(v.object({ value: v.instance(Buffer) }), first).value)).toContain('event: change')
      stream.destroy()
    })

    it('streams a large file, and refuses bodies that are larger than any that we read', async () => {
      const { id, token } = await announceVideo(world)
      const video = mp4(VIDEO_BYTES)
      const headers = { 'x-app-id': 'app_trusttag', authorization: `Bearer ${token}` }
      for (let offset = 0; offset < VIDEO_BYTES; offset += WORK_SAMPLE_CHUNK_MAX_BYTES) {
        const body = video.subarray(offset, offset + WORK_SAMPLE_CHUNK_MAX_BYTES)
        const path = `/trusttag/samples/${id}?offset=${offset}`
        expect((await world.ask(API_HOST, path, { method: 'PUT', headers, body })).status).toBe(200)
      }
      const stand = await world.ask(API_HOST, `/trusttag/samples/${id}`, { headers })
      expect(stand.body).toContain('"status":"ready"')

      // Our API refuses it because it has no key; the proxy forwarded it.
      const whole = { method: 'POST', headers: JSON_HEADERS, body: Buffer.alloc(IMPORT_MAX_BYTES, ' ') }
      expect((await world.ask(API_HOST, '/admin/import/members', whole)).status).toBe(401)
    })
  })
})

const started = v.object({ data: v.object({ id: v.string() }) })
const signedUp = v.object({
  data: v.object({ member: v.object({ id: v.string() }), tokens: v.object({ accessToken: v.string() }) }),
})

/** A member with a completed assessment registers a video. */
async function announceVideo({ ask, dataDir }: BehindProxy): Promise<{ id: string; token: string }> {
  const account = JSON.stringify({ email: 'ann@example.com', password: 'correct horse battery' })
  const signup = await ask(API_HOST, '/auth/signup', { method: 'POST', headers: JSON_HEADERS, body: account })
  const { member, tokens } = v.parse(signedUp, JSON.parse(signup.body)).data
  const store = await openDatabase({ file: join(dataDir, 'membership.db') })
  // An account without a verified email address may not store a video of this size.
  await store.transaction((tx) => updateMemberById(tx, member.id, { verified: true }))
  const attemptId = await completedAttempt({ store, clock: Date }, member.id)
  await store.close()
  const announced = await ask(API_HOST, `/trusttag/attempts/${attemptId}/samples`, {
    method: 'POST',
    headers: { ...JSON_HEADERS, authorization: `Bearer ${tokens.accessToken}` },
    body: JSON.stringify({ name: 'work.mp4', type: 'video/mp4', sizeBytes: VIDEO_BYTES }),
  })
  return { id: v.parse(started, JSON.parse(announced.body)).data.id, token: tokens.accessToken }
}
