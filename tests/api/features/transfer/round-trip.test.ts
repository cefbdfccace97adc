import * as fc from '../../../support/fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { startWithTransfers } from '../../../support/transfers'
import { transferredMembers } from '../../../support/transferred-members'

const MEMBERS = 1_000

async function open() {
  const api = await startWithTransfers()
  onTestFinished(() => api.close())
  return api
}

/** This many members, each with all possible data. */
const members = Array.from(
  { length: MEMBERS },
  (_, at) => fc.sample(transferredMembers(at), { numRuns: 1, seed: fc.propertySeed + at })[0],
)

const whole = { passwordHashes: true }

test(`a thousand members who go out and in and out again are the same (PROPERTY_SEED=${fc.propertySeed})`, async () => {
  const [one, two] = [await open(), await open()]
  const report = await one.imported(JSON.stringify(members))
  expect(report).toMatchObject({ created: MEMBERS, failed: 0 })
  const first = await one.exportFile(whole)
  expect(await two.imported(first.text)).toMatchObject({ created: MEMBERS, failed: 0, ignoredFields: [] })
  const second = await two.exportFile(whole)
  expect(second.text).toBe(first.text)
  // The file contains the input, not merely the same twice.
  const { members: exported } = await one.exported(whole)
  expect(exported.map(withoutExtras)).toEqual(members.map((member) => withoutExtras(stored({ ...member }))))
})

test(`so are they in CSV, but for what a table cannot hold (PROPERTY_SEED=${fc.propertySeed})`, async () => {
  const [one, two] = [await open(), await open()]
  await one.imported(JSON.stringify(members))
  const csv = await one.exportFile({ ...whole, format: 'csv' })
  expect(await two.imported(csv.text, { format: 'csv' })).toMatchObject({
    created: MEMBERS,
    failed: 0,
    ignoredFields: [],
  })
  const [before, after] = [await one.exported(whole), await two.exported(whole)]
  expect(after.members.map(inTable)).toEqual(before.members.map(inTable))
})

type Exported = Record<string, unknown>

const list = (value: unknown): Exported[] => (Array.isArray(value) ? value : [])

/** Export-only fields, and times of plans and providers that the file did not have. */
function withoutExtras({ hasPassword: _has, plans, providers, ...member }: Exported): Exported {
  return {
    ...member,
    plans: list(plans).map(({ id, planId, status }) => ({ id, planId, status })),
    providers: list(providers).map(({ provider, accountId }) => ({ provider, accountId })),
  }
}

/** JSON turns -0 into 0. */
const stored = (member: Exported): Exported => JSON.parse(JSON.stringify(member))

/** A table has no providers, canceled plans or plan IDs, and does not separate null from an empty text. */
function inTable({ providers: _providers, plans, customFields, ...member }: Exported): Exported {
  const fields = Object.entries(customFields ?? {}).filter(([, value]) => value !== null && String(value).trim() !== '')
  const active = list(plans).filter(({ status }) => status === 'ACTIVE')
  return { ...member, customFields: Object.fromEntries(fields), plans: active.map(({ planId }) => planId) }
}
