import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { signatureHeaders } from '../../api/features/webhooks/delivery'
import { webhookVerbs } from '../../commands/admin/webhooks'
import { usageOf } from '../../commands/command'
import { adminWebhookEndpoints } from '../../contract/admin/endpoints/webhooks'
import { adminMember } from '../../contract/admin/schemas/members'
import { planConnection } from '../../contract/entities'
import { sentEventNames } from '../../contract/webhooks'
import { aWebhookEndpoint } from '../support/a-webhook-endpoint'
import { projectRoot } from '../support/run-process'
import { tempFolder } from '../support/temp-folder'

const markdown = readFileSync(join(projectRoot, 'docs/webhooks.md'), 'utf8')

const auth = v.strictObject({ email: v.string() })
const connection = v.strictObject(planConnection.entries)
const planPayload = v.strictObject({
  id: v.string(),
  auth,
  member: v.strictObject({
    id: v.string(),
    email: v.string(),
    metaData: v.record(v.string(), v.unknown()),
    stripeCustomerId: v.nullable(v.string()),
  }),
  planConnection: connection,
  prevPlanConnection: v.optional(connection),
})
const memberPayload = v.strictObject(adminMember.entries)
const signInPayload = v.strictObject({ id: v.string(), auth, methods: v.array(v.string()) })
const teamPayload = v.strictObject({
  teamId: v.string(),
  planId: v.string(),
  member: v.strictObject({ id: v.string(), email: v.string(), auth }),
})
const payloads = [
  [/^member\.(?:created|updated|deleted)$/u, memberPayload],
  [/^member\.(?:login|passkey|secondFactor|sessions)/u, signInPayload],
  [/^member\.plan\./u, planPayload],
  [/^team\./u, teamPayload],
  [/^webhook\.test$/u, v.strictObject({ endpointId: v.string() })],
] as const

const body = v.strictObject({
  event: v.picklist(sentEventNames),
  timestamp: v.number(),
  payload: v.unknown(),
  reason: v.optional(v.array(v.string())),
})
const examples = [...markdown.matchAll(/```json\n([\s\S]+?)```/gu)].map(([, json = '']) =>
  v.parse(body, JSON.parse(json)),
)

describe('the documentation of webhooks', () => {
  test('names exactly the events that are sent', () => {
    const rows = [...markdown.matchAll(/^\| `([a-z]+(?:\.[a-zA-Z]+)+)` +\|/gmu)].map(([, name]) => name)
    expect(new Set(rows)).toEqual(new Set(sentEventNames))
    expect(rows).toHaveLength(sentEventNames.length)
  })

  test.each(payloads)('shows the payload of %s as it is', (names, payload) => {
    const shown = examples.filter(({ event }) => names.test(event))
    expect(shown).toHaveLength(1)
    for (const example of shown) expect(v.parse(payload, example.payload)).toEqual(example.payload)
  })

  test('verifies a real signature without a package', async () => {
    const code = [...markdown.matchAll(/```js\n([\s\S]+?)```/gu)].find(([, js]) => js?.includes('isOurs'))?.[1] ?? ''
    const file = join(tempFolder(), 'is-ours.mjs')
    writeFileSync(file, code)
    const { isOurs } = v.parse(v.looseObject({ isOurs: v.function() }), await import(pathToFileURL(file).href))
    const message = { id: 'msg_1', body: '{"event":"webhook.test"}' }
    const secretOf = (byte: number) => `whsec_${Buffer.alloc(24, byte).toString('base64')}`
    const [secret, previousSecret] = [secretOf(1), secretOf(2)]
    const now = Date.now()
    const endpoint = aWebhookEndpoint({ secret, previousSecret, previousSecretUntil: now + 1 })
    const headers = signatureHeaders({ message, endpoint, attempts: 0, now })
    expect(isOurs(headers, message.body, secret)).toBe(true)
    expect(isOurs(headers, message.body, previousSecret)).toBe(true)
    expect(isOurs(headers, `${message.body} `, secret)).toBe(false)
    expect(isOurs(headers, message.body, 'whsec_YW5vdGhlcg==')).toBe(false)
    const late = signatureHeaders({ message, endpoint, attempts: 0, now: now - 301_000 })
    expect(isOurs(late, message.body, secret)).toBe(false)
  })

  test('names every route and every verb', () => {
    for (const { method, path } of Object.values(adminWebhookEndpoints))
      expect(markdown).toContain(`\`${method} ${path}\``)
    for (const verb of webhookVerbs) expect(markdown).toContain(`npm run admin -- ${usageOf(verb)}`)
  })
})
