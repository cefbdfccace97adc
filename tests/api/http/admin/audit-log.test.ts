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

/** Three actions of two actors, a second apart. */
async function openWithThree() {
  const admin = await openAdmin()
  const scope = { appId: 'app_shop', mode: 'test' } as const
  for (const [actor, act, subject] of [
    ['owner page', 'tag.revoke', '1'],
    ['=HYPERLINK("https://evil.example")', 'tag.revoke', '2'],
    ['owner page', 'member.create', '+1'],
  ] as const) {
    const owner = { ...scope, actor }
    await admin.store.auditLog.insert(
      auditEntry(admin.services, owner, { act, subject, detail: { reason: '@SUM(A1)' } }),
    )
    admin.clock.advance(1_000)
  }
  const subjects = async (query: Record<string, unknown>) =>
    (await admin.admin('listAuditLog', query)).map(({ subject }) => subject)
  return { admin, subjects }
}

test('filters are combined; the end of a period is not included', async () => {
  const { subjects } = await openWithThree()
  expect(await subjects({ actor: 'owner page' })).toEqual(['+1', '1'])
  expect(await subjects({ actor: 'owner page', act: 'tag.revoke' })).toEqual(['1'])
  expect(await subjects({ subject: '2' })).toEqual(['2'])
  expect(await subjects({ from: '2026-11-21T09:00:01Z' })).toEqual(['+1', '2'])
  expect(await subjects({ from: '2026-11-21T09:00:01Z', to: '2026-11-21T09:00:02Z' })).toEqual(['2'])
  expect(await subjects({ to: '2026-11-21T09:00:01Z' })).toEqual(['1'])
  expect(await subjects({ to: '2026-11-21' })).toEqual([])
})

test('the file has the same filters, and no cell that a spreadsheet runs as a formula', async () => {
  const { admin } = await openWithThree()
  const { status, text } = await admin.answerOf('exportAuditLog', { act: 'tag.revoke' })
  expect(status).toBe(200)
  const [heading, ...lines] = text.trimEnd().split(/\r?\n/u)
  expect(heading).toContain('Time')
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(line).not.toMatch(/(?:^|,)"?[=+@\t-]/u)
  expect(text).toContain('HYPERLINK')
})
