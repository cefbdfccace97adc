import { expect, test } from 'vitest'
import * as v from 'valibot'
import { auditEntry } from '../../../../api/features/audit/actions'
import { openAdmin } from './open-admin'

const page = v.object({
  endCursor: v.nullable(v.string()),
  hasNextPage: v.boolean(),
  data: v.array(v.looseObject({ subject: v.string() })),
})

test('acts of all actors are listed newest first', async () => {
  const admin = await openAdmin()
  const scope = { appId: 'app_shop', mode: 'test', actor: 'owner page' } as const
  const revoke = auditEntry(admin.services, scope, {
    act: 'tag.revoke',
    subject: '1',
    detail: { reason: 'A mistake.' },
  })
  await admin.store.auditLog.insert(revoke)
  admin.clock.advance(1_000)
  const { id } = await admin.admin('createMember', { email: 'ann@example.com' })
  const acts = await admin.admin('listAuditLog')
  expect(acts).toEqual([
    {
      id: expect.stringMatching(/^aud_/u),
      actor: 'admin key tests',
      actorId: expect.stringMatching(/^key_/u),
      via: 'key',
      act: 'member.create',
      subject: id,
      detail: {},
      doneAt: '2026-11-21T09:00:01.000Z',
    },
    {
      id: revoke.id,
      actor: 'owner page',
      actorId: null,
      via: null,
      act: 'tag.revoke',
      subject: '1',
      detail: { reason: 'A mistake.' },
      doneAt: '2026-11-21T09:00:00.000Z',
    },
  ])
})

test('following endCursor returns each act once, also acts of one moment', async () => {
  const admin = await openAdmin()
  const made: string[] = []
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    made.push((await admin.admin('createMember', { email: `${name}@example.com` })).id)
  const met: string[] = []
  let after: string | null = null
  do {
    const query: Record<string, unknown> = { limit: 2, ...(after !== null && { after }) }
    const { data, endCursor, hasNextPage } = v.parse(page, (await admin.answerOf('listAuditLog', query)).body)
    expect(hasNextPage).toBe(endCursor !== null)
    met.push(...data.map(({ subject }) => subject))
    after = endCursor
  } while (after !== null)
  expect(met.toSorted()).toEqual(made.toSorted())
})

test.for([{ after: 'yesterday' }, { first: '0' }])('%j is refused', async (query) => {
  const admin = await openAdmin()
  const refused = { status: 400, body: { code: 'invalid-field-value' } }
  expect(await admin.answerOf('listAuditLog', query)).toMatchObject(refused)
})
