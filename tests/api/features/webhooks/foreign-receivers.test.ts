import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { init } from '@memberstack/admin'
import { expect, test } from 'vitest'
import { aWebhookEndpoint } from '../../../support/a-webhook-endpoint'
import { openListener } from './open-listener'

/** Receivers as owners write them for Memberstack: they read what its deliveries contain, in their own ways. */
interface Hook {
  event: string
  payload: {
    id?: string
    email?: string
    verified?: boolean
    auth?: { email: string }
    customFields?: Record<string, string>
    member?: { id: string; email: string; metaData: { source?: string }; stripeCustomerId: string | null }
    planConnection?: Plan
    prevPlanConnection?: Plan
  }
  reason?: string[]
}
interface Plan {
  status: string
  planId: string
  type: string
  payment: { priceId: string } | null
}
const parse = (text: string): Hook => JSON.parse(text)

const { secret } = aWebhookEndpoint()

/** A handler of a web framework that has parsed the body: it signs what it serializes again. */
function frameworkReceiver(headers: IncomingHttpHeaders, body: Hook, log: string[]): number {
  const memberstack = init('sk_sb_unused')
  try {
    memberstack.verifyWebhookSignature({
      headers: {
        'SVIX-ID': String(headers['svix-id']),
        'SVIX-TIMESTAMP': String(headers['svix-timestamp']),
        'SVIX-SIGNATURE': String(headers['svix-signature']),
      },
      secret,
      payload: body,
      // The API of the test has a clock of its own.
      tolerance: Number.MAX_SAFE_INTEGER,
    })
  } catch {
    return 401
  }
  const { event, payload } = body
  let memberId = payload.id ?? null
  let email = payload.auth?.email ?? payload.email ?? null
  if (payload.member?.id) {
    memberId = payload.member.id
    email = payload.member.email
  }
  if (!memberId) return 400
  switch (event) {
    case 'member.created':
      log.push(`create ${email} ${payload.customFields?.['first-name'] ?? ''}`)
      break
    case 'member.plan.added':
    case 'member.plan.updated':
      log.push(`${payload.planConnection?.status} ${payload.planConnection?.planId} ${email}`)
      break
    case 'member.plan.canceled':
      log.push(
        `end ${payload.planConnection?.planId} ${payload.member?.metaData.source} ${payload.member?.stripeCustomerId}`,
      )
      break
    case 'member.deleted':
      log.push(`delete ${memberId === payload.id} ${email}`)
      break
  }
  return 200
}

/** A function of a host without a framework: it checks the raw text by the signature's own documentation. */
function functionReceiver(headers: IncomingHttpHeaders, text: string, log: string[]): number {
  const [id, timestamp] = [String(headers['svix-id']), String(headers['svix-timestamp'])]
  const key = Buffer.from(secret.split('_')[1] ?? '', 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')
  const given = String(headers['svix-signature'])
    .split(' ')
    .map((one) => one.split(',')[1] ?? '')
  const isSigned = given.some(
    (one) => one.length === expected.length && timingSafeEqual(Buffer.from(one), Buffer.from(expected)),
  )
  if (!isSigned) return 401
  const { event, payload, reason } = parse(text)
  if (event === 'member.updated' && reason?.includes('customFields.updated'))
    log.push(`fields ${payload.id?.slice(0, 4)} ${payload.customFields?.['company']}`)
  if (event === 'member.updated' && reason?.includes('verified')) log.push(`verified ${payload.verified}`)
  if (event === 'member.plan.updated')
    log.push(`${payload.prevPlanConnection?.status} to ${payload.planConnection?.status}`)
  if (event.startsWith('member.plan.') && payload.planConnection?.type !== 'FREE')
    log.push(`paid ${payload.planConnection?.payment?.priceId}`)
  return 200
}

test('receivers written for Memberstack verify and read every event', async () => {
  const shop = await openListener()
  const [framework, lone]: [string[], string[]] = [[], []]
  const statuses = new Set<number>()
  shop.receiver.reactWith(({ headers, text }) => {
    const answers = [frameworkReceiver(headers, parse(text), framework), functionReceiver(headers, text, lone)]
    for (const status of answers) statuses.add(status)
    return Math.max(...answers)
  })
  const input = {
    email: 'ann@example.com',
    password: 'correct horse',
    metaData: { source: 'letter' },
    customFields: { 'first-name': 'Ann' },
    plans: [{ planId: 'pln_free' }],
  }
  const { tokens } = (await shop.call('signup', input, shop.as())).data
  const token = tokens.accessToken
  await shop.call('updateMember', { customFields: { company: 'Engines' } }, { token })
  await shop.pay(await shop.checkout(token, 'prc_pro-monthly'))
  await shop.call('removePlan', { planId: 'pln_free' }, { token })
  await shop.arrived()
  expect([...statuses]).toEqual([200])
  expect(framework.toSorted()).toEqual([
    'ACTIVE pln_free ann@example.com',
    'ACTIVE pln_pro ann@example.com',
    'create ann@example.com Ann',
    expect.stringMatching(/^end pln_free letter \S+$/),
  ])
  expect(lone.toSorted()).toEqual(['fields mem_ Engines', 'paid prc_pro-monthly'])
})

test('they refuse a body that somebody changed', async () => {
  const shop = await openListener()
  await shop.signUp()
  await shop.arrived()
  const [first] = shop.receiver.received
  const { headers = {}, text = '{}' } = first ?? {}
  const body = parse(text)
  const log: string[] = []
  const changed = { ...body, payload: { ...body.payload, id: 'mem_other' } }
  expect(frameworkReceiver(headers, changed, log)).toBe(401)
  expect(functionReceiver(headers, text.replace('mem_', 'mem-'), log)).toBe(401)
  expect(log).toEqual([])
})
