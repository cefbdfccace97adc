import { describe, expect, test } from 'vitest'
import { RETRY_AFTER_MAX_MS, RETRY_DELAYS_MS } from '../../../../api/features/webhooks/delivery'
import { aWebhookEndpoint } from '../../../support/a-webhook-endpoint'
import { eventually } from '../../../support/eventually'
import { startWebhookReceiver } from '../../../support/webhook-receiver'
import { openSending } from './open-sending'

const HOUR_MS = 60 * 60 * 1000

test('a message is posted as JSON, once, and is delivered when it is accepted', async () => {
  const { receiver, worker, put, deliveries, clock } = await openSending()
  const message = await put()
  await worker().drain()
  await worker().drain()
  expect(receiver.received).toHaveLength(1)
  const { text, headers, path } = receiver.received[0]!
  expect([text, path]).toEqual([message.body, '/hooks'])
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'TrustTag-Membership-Webhooks/1',
    'svix-id': message.id,
    'svix-timestamp': String(clock.now() / 1000),
  })
  expect(await deliveries()).toMatchObject([
    { status: 'DELIVERED', attempts: 1, lastStatusCode: 200, lastError: null, deliveredAt: clock.now() },
  ])
})

describe('a refused message', () => {
  test('is retried with growing pauses, the same ID and a new signature, and fails after the eighth time', async () => {
    const { receiver, worker, put, deliveries, clock } = await openSending()
    receiver.reactWith(() => 500)
    await put()
    for (const [index, delay] of RETRY_DELAYS_MS.entries()) {
      await worker().drain()
      expect(receiver.received).toHaveLength(index + 1)
      clock.advance(delay - 1)
      await worker().drain()
      expect(receiver.received).toHaveLength(index + 1)
      clock.advance(delay * 0.1 + 1)
    }
    await worker().drain()
    expect(receiver.received).toHaveLength(RETRY_DELAYS_MS.length + 1)
    expect(await deliveries()).toMatchObject([
      { status: 'FAILED', attempts: 8, lastStatusCode: 500, lastError: 'it returned 500' },
    ])
    clock.advance(100 * HOUR_MS)
    await worker().drain()
    expect(receiver.received).toHaveLength(8)
    const seen = (name: string) => new Set(receiver.received.map(({ headers }) => headers[name])).size
    expect([seen('svix-id'), seen('svix-timestamp'), seen('svix-signature')]).toEqual([1, 8, 8])
  })

  test('is delivered once it is accepted', async () => {
    const { receiver, worker, put, deliveries, clock } = await openSending()
    receiver.reactWith(() => 503)
    await put()
    await worker().drain()
    receiver.reactWith(() => 204)
    clock.advance(6_000)
    await worker().drain()
    expect(await deliveries()).toMatchObject([
      { status: 'DELIVERED', attempts: 2, lastStatusCode: 204, lastError: null },
    ])
  })

  test.each([
    ['the seconds that are asked for', () => '3600', HOUR_MS],
    ['until the time that is asked for', (now: number) => new Date(now + HOUR_MS).toUTCString(), HOUR_MS],
    ['no longer than is bearable', () => '99999999', RETRY_AFTER_MAX_MS],
    ['no shorter than else', () => '0', 5_000],
  ])('waits %s', async (_what, header, pause) => {
    const { receiver, worker, put, deliveries, clock } = await openSending()
    receiver.reactWith((_webhook, response) => {
      response.writeHead(429, { 'retry-after': header(clock.now()) }).end()
    })
    await put()
    await worker().drain()
    const [delivery] = await deliveries()
    const waits = delivery!.nextAttemptAt - clock.now()
    expect(waits).toBeGreaterThanOrEqual(pause)
    expect(waits).toBeLessThanOrEqual(pause + 500)
  })

  test.each([
    ['a redirect', (url: string) => ({ status: 302, location: url }), 'it returned 302: redirects are not followed'],
    [
      'a permanent one',
      (url: string) => ({ status: 308, location: url }),
      'it returned 308: redirects are not followed',
    ],
  ])('because of %s is not sent elsewhere', async (_what, answer, lastError) => {
    const { receiver, worker, put, deliveries } = await openSending()
    const elsewhere = await startWebhookReceiver()
    const { status, location } = answer(elsewhere.url)
    receiver.reactWith((_webhook, response) => void response.writeHead(status, { location }).end())
    await put()
    await worker().drain()
    expect([receiver.received.length, elsewhere.received.length]).toEqual([1, 0])
    expect(await deliveries()).toMatchObject([{ status: 'WAITING', lastError }])
  })

  test('reports a receiver that is missing or does not respond in time', async () => {
    const { receiver, worker, put, deliveries, clock } = await openSending()
    receiver.reactWith((_webhook, _response) => undefined)
    await put()
    await worker({ attemptMaxMs: 100 }).drain()
    expect(await deliveries()).toMatchObject([{ lastStatusCode: null, lastError: 'it timed out' }])
    await receiver.close()
    clock.advance(6_000)
    await worker().drain()
    expect(await deliveries()).toMatchObject([{ attempts: 2, lastError: 'it refused the connection' }])
  })

  test('is logged by its host only, without its content', async () => {
    const { receiver, worker, put, logLines, endpoint } = await openSending()
    await receiver.close()
    await put()
    await worker().drain()
    const log = logLines.join('')
    expect(log).toContain('a webhook delivery failed')
    expect(log).toContain(`127.0.0.1:${receiver.port}`)
    for (const secret of ['/hooks', 'mem_1', endpoint.secret]) expect(log).not.toContain(secret)
  })
})

describe('a response', () => {
  test('without end is read only up to a limit', async () => {
    const { receiver, worker, put, deliveries } = await openSending()
    let sent = 0
    receiver.reactWith((_webhook, response) => {
      response.writeHead(200)
      const more = (): void => {
        if (response.destroyed) return
        sent += 65_536
        response.write('x'.repeat(65_536), () => setImmediate(more))
      }
      more()
    })
    await put()
    await worker().drain()
    expect(await deliveries()).toMatchObject([{ status: 'DELIVERED' }])
    expect(sent).toBeLessThan(20_000_000)
  })
})

describe('an endpoint', () => {
  test('that returns 410 is disabled, with an entry in the audit log', async () => {
    const { receiver, worker, put, deliveries, current, audited, clock } = await openSending()
    receiver.reactWith(() => 410)
    await put()
    await worker().drain()
    expect(await deliveries()).toMatchObject([{ status: 'FAILED', attempts: 1, lastStatusCode: 410 }])
    expect(await current()).toMatchObject({ disabledAt: clock.now() })
    expect(await audited()).toEqual(['webhook worker: webhook-endpoint.disable'])
  })

  test('that accepted nothing for five days is disabled, and not before', async () => {
    const { receiver, worker, put, current, audited, clock } = await openSending()
    receiver.reactWith(() => 500)
    const failOne = async () => {
      await put()
      for (let hours = 0; hours < 32; hours += 1) {
        await worker().drain()
        clock.advance(HOUR_MS)
      }
    }
    for (let message = 0; message < 4; message += 1) await failOne()
    expect(await current()).toMatchObject({ disabledAt: null })
    await failOne()
    expect(await current()).not.toMatchObject({ disabledAt: null })
    expect(await audited()).toEqual(['webhook worker: webhook-endpoint.disable'])
  })

  test('that accepted one in between stays enabled', async () => {
    const { receiver, worker, put, current, clock } = await openSending()
    const failOne = async () => {
      receiver.reactWith(() => 500)
      await put()
      for (let hours = 0; hours < 32; hours += 1) {
        await worker().drain()
        clock.advance(HOUR_MS)
      }
    }
    for (let message = 0; message < 3; message += 1) await failOne()
    receiver.reactWith(() => 200)
    await put()
    await worker().drain()
    clock.advance(HOUR_MS)
    for (let message = 0; message < 3; message += 1) await failOne()
    expect(await current()).toMatchObject({ disabledAt: null })
  })

  test('that is disabled gets nothing; queued deliveries are sent when it is enabled', async () => {
    const { receiver, worker, put, store, endpoint } = await openSending()
    await put()
    await store.webhooks.updateEndpoint(endpoint.id, { disabledAt: 1 })
    await worker().drain()
    expect(receiver.received).toEqual([])
    await store.webhooks.updateEndpoint(endpoint.id, { disabledAt: null })
    await worker().drain()
    expect(receiver.received).toHaveLength(1)
  })

  test('that is slow delays no other', async () => {
    const { receiver, worker, put, store, endpoint } = await openSending()
    const other = await startWebhookReceiver()
    const quick = aWebhookEndpoint({ id: 'whe_quick', url: other.url })
    await store.webhooks.insertEndpoint(quick)
    receiver.reactWith((_webhook, _response) => undefined)
    for (let message = 0; message < 60; message += 1) await put([endpoint])
    for (let message = 0; message < 60; message += 1) await put([quick])
    const running = worker({ attemptMaxMs: 600_000 })
    const drained = running.drain()
    await eventually(() => expect(other.received).toHaveLength(60))
    expect(receiver.received).toHaveLength(2)
    await running.stop(0)
    await drained
  })
})

describe('workers', () => {
  test('share the work: nothing is sent twice', async () => {
    const { receiver, worker, put } = await openSending()
    for (let message = 0; message < 20; message += 1) await put()
    await Promise.all([worker().drain(), worker().drain(), worker().drain()])
    expect(receiver.received).toHaveLength(20)
    expect(new Set(receiver.received.map(({ headers }) => headers['svix-id'])).size).toBe(20)
  })

  test('that are stopped leave their deliveries due', async () => {
    const { receiver, worker, put, deliveries, clock } = await openSending()
    receiver.reactWith((_webhook, _response) => undefined)
    await put()
    const stopped = worker()
    stopped.start()
    await eventually(() => expect(receiver.received).toHaveLength(1))
    await stopped.stop(10)
    expect(await deliveries()).toMatchObject([{ status: 'WAITING', attempts: 0, nextAttemptAt: clock.now() }])
    receiver.reactWith(() => 200)
    await worker().drain()
    expect(await deliveries()).toMatchObject([{ status: 'DELIVERED', attempts: 1 }])
  })

  test('send the deliveries of a killed process once its claim expires', async () => {
    const { receiver, worker, put, store, clock } = await openSending()
    await put()
    await store.webhooks.claimDue(clock.now(), clock.now() + 30_000, 1)
    await worker().drain()
    expect(receiver.received).toEqual([])
    clock.advance(30_000)
    await worker().drain()
    expect(receiver.received).toHaveLength(1)
  })
})
