import { expect } from 'vitest'
import * as v from 'valibot'
import { signatureHeaders } from '../../../api/features/webhooks/delivery'
import type { PublishedClient } from './open-published-client'
import { dataRecord, dataTable, member, memberPage, recordPage, single } from './shapes'

type Case = (client: PublishedClient) => Promise<void> | void

const ann = {
  email: 'ann+1@example.com',
  password: 'correct horse',
  plans: [{ planId: 'pln_free' }],
  customFields: { 'first-name': 'Ann' },
  metaData: { source: 'crm' },
  json: { theme: { dark: true } },
  loginRedirect: '/welcome',
}

const emma = { table: 'books', data: { title: 'Emma', price: 9.5, inPrint: true } }

/** Every method of the package, and its result with this server. */
export const cases: Readonly<Record<string, Case>> = {
  'members.create': async ({ memberstack }) => {
    const { data } = v.parse(single(member), await memberstack.members.create(ann))
    const { password: _never, plans: _connections, email, ...values } = ann
    expect(data).toMatchObject({ ...values, auth: { email }, verified: false, lastLogin: null })
    expect(data.planConnections).toMatchObject([{ planId: 'pln_free', planName: 'Free', type: 'FREE', payment: null }])
  },

  'members.list': async ({ memberstack }) => {
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      await memberstack.members.create({ ...ann, email: `${name}@example.com` })
    expect(v.parse(memberPage, await memberstack.members.list())).toMatchObject({ totalCount: 5, hasNextPage: false })
    // Iterates over every page, as the package's documentation shows.
    const met: string[] = []
    let after: number | undefined
    do {
      const page = v.parse(
        memberPage,
        await memberstack.members.list({ limit: 2, order: 'DESC', ...(after && { after }) }),
      )
      met.push(...page.data.map(({ auth }) => auth.email[0] ?? ''))
      after = page.hasNextPage ? page.endCursor : undefined
    } while (after !== undefined)
    expect(met.join('')).toBe('edcba')
  },

  'members.retrieve': async ({ memberstack }) => {
    const { data: made } = await memberstack.members.create(ann)
    const byId = v.parse(single(member), await memberstack.members.retrieve({ id: made.id }))
    expect(byId.data).toEqual(made)
    expect(await memberstack.members.retrieve({ email: ann.email })).toEqual(byId)
    expect(await memberstack.members.retrieve({ id: 'mem_sb_none' })).toEqual({ data: null })
    expect(await memberstack.members.retrieve({ email: 'none@example.com' })).toEqual({ data: null })
  },

  'members.update': async ({ memberstack }) => {
    const { data: made } = await memberstack.members.create(ann)
    const changes = {
      email: 'ann@new.example',
      verified: true,
      customFields: { 'last-name': 'Lee' },
      metaData: { visits: 2 },
      json: { a: 1 },
      loginRedirect: '/home',
      profileImage: 'https://pictures.example/ann.png',
    }
    const answer = await memberstack.members.update({ id: made.id, data: changes })
    const { data } = v.parse(single(member), answer)
    expect(data).toMatchObject({
      auth: { email: 'ann@new.example' },
      verified: true,
      customFields: { 'first-name': 'Ann', 'last-name': 'Lee' },
      metaData: { source: 'crm', visits: 2 },
      loginRedirect: '/home',
      profileImage: 'https://pictures.example/ann.png',
    })
    expect(data.json).toEqual({ a: 1 })
  },

  'members.delete': async ({ memberstack }) => {
    const { data: first } = await memberstack.members.create(ann)
    expect(await memberstack.members.delete({ id: first.id })).toEqual({ data: { id: first.id } })
    expect(await memberstack.members.retrieve({ id: first.id })).toEqual({ data: null })
    const { data: second } = await memberstack.members.create(ann)
    const options = { deleteStripeCustomer: true, cancelStripeSubscriptions: true }
    expect(await memberstack.members.delete({ id: second.id, data: options })).toEqual({ data: { id: second.id } })
  },

  'members.addFreePlan': async ({ memberstack }) => {
    const { data: made } = await memberstack.members.create(ann)
    const plan = { id: made.id, data: { planId: 'pln_newsletter' } }
    expect(await memberstack.members.addFreePlan(plan)).toBe('OK')
    const { data } = await memberstack.members.retrieve({ id: made.id })
    expect(data.planConnections).toMatchObject([{ planId: 'pln_free' }, { planId: 'pln_newsletter' }])
  },

  'members.removeFreePlan': async ({ memberstack }) => {
    const { data: made } = await memberstack.members.create(ann)
    expect(await memberstack.members.removeFreePlan({ id: made.id, data: { planId: 'pln_free' } })).toBe('OK')
    expect((await memberstack.members.retrieve({ id: made.id })).data.planConnections).toEqual([])
  },

  'dataTables.list': async ({ memberstack }) => {
    const shape = single(v.strictObject({ tables: v.array(dataTable) }))
    const { data } = v.parse(shape, await memberstack.dataTables.list())
    expect(data.tables.map(({ key }) => key)).toEqual(['authors', 'books', 'tags'])
  },

  'dataTables.get': async ({ memberstack }) => {
    const { data } = v.parse(single(dataTable), await memberstack.dataTables.get({ table: 'books' }))
    expect(data.fields.find(({ key }) => key === 'title')).toMatchObject({ type: 'TEXT', required: true })
    expect(await memberstack.dataTables.get({ table: data.id })).toEqual({ data })
  },

  'dataTables.createRecord': async ({ memberstack }) => {
    const { data: made } = await memberstack.members.create(ann)
    const answer = await memberstack.dataTables.createRecord({ ...emma, memberId: made.id })
    const { data } = v.parse(single(dataRecord), answer)
    expect(data).toMatchObject({ createdByMemberId: made.id, data: { title: 'Emma', price: '9.5', inPrint: true } })
  },

  'dataTables.getRecord': async ({ memberstack }) => {
    const { data: made } = await memberstack.dataTables.createRecord(emma)
    const answer = await memberstack.dataTables.getRecord({ table: 'books', recordId: made.id })
    const { data } = v.parse(single(v.strictObject({ record: dataRecord })), answer)
    expect(data.record).toMatchObject({ id: made.id, data: { price: 9.5 } })
  },

  'dataTables.queryRecords': async ({ memberstack }) => {
    for (const title of ['Emma', 'Persuasion', 'Sanditon'])
      await memberstack.dataTables.createRecord({ table: 'books', data: { title, price: 7.25 } })
    const ask = (query: Parameters<typeof memberstack.dataTables.queryRecords>[0]['query']) =>
      memberstack.dataTables.queryRecords({ table: 'books', query })
    const where = { inPrint: { equals: true }, price: { gte: 5 } }
    const many = await ask({ findMany: { where, orderBy: { title: 'desc' }, take: 2 } })
    const { data } = v.parse(single(recordPage), many)
    expect(data.records.map((record) => record.data)).toMatchObject([
      { title: 'Sanditon' },
      { title: 'Persuasion', price: 7.25 },
    ])
    expect(data.pagination).toMatchObject({ limit: 2, hasMore: true })
    const rest = await ask({ findMany: { where, orderBy: { title: 'desc' }, take: 2, ...after(data.pagination) } })
    expect(v.parse(single(recordPage), rest).data.records).toMatchObject([{ data: { title: 'Emma' } }])
    expect(await ask({ findMany: { _count: true } })).toEqual({ data: { _count: 3 } })
    const nothing = await ask({ findMany: { where: { title: 'Ulysses' } } })
    expect(v.parse(single(recordPage), nothing).data.pagination).toEqual({ limit: 20, hasMore: false })
  },

  'dataTables.updateRecord': async ({ memberstack }) => {
    const { data: made } = await memberstack.dataTables.createRecord(emma)
    const change = { table: 'books', recordId: made.id, data: { price: 8 } }
    const { data } = v.parse(single(dataRecord), await memberstack.dataTables.updateRecord(change))
    expect(data).toMatchObject({ id: made.id, data: { title: 'Emma', price: '8' } })
  },

  'dataTables.deleteRecord': async ({ memberstack }) => {
    const { data: made } = await memberstack.dataTables.createRecord(emma)
    const place = { table: 'books', recordId: made.id }
    const { data } = v.parse(single(dataRecord), await memberstack.dataTables.deleteRecord(place))
    expect(data).toEqual(made)
    await expect(memberstack.dataTables.getRecord(place)).rejects.toMatchObject({ code: 'data-record-not-found' })
  },

  verifyWebhookSignature: ({ memberstack }) => {
    const { secret, payload, signed } = signedWebhook()
    const headers = Object.fromEntries(Object.entries(signed).map(([name, value]) => [name.toUpperCase(), value]))
    expect(memberstack.verifyWebhookSignature({ headers, secret, payload })).toBe(true)
    const changed = { ...payload, event: 'member.deleted' }
    expect(() => memberstack.verifyWebhookSignature({ headers, secret, payload: changed })).toThrow('did not match')
  },

  verifySignature: ({ memberstack }) => {
    const { secret, payload, signed } = signedWebhook()
    const signatureHeader = signed['ms-signature'] ?? ''
    expect(memberstack.verifySignature({ signatureHeader, secret, payload })).toBe(true)
    const changed = { ...payload, event: 'member.deleted' }
    expect(() => memberstack.verifySignature({ signatureHeader, secret, payload: changed })).toThrow('did not match')
  },
}

/** As our server sends it. */
function signedWebhook() {
  const secret = `whsec_${Buffer.from('twenty-four random bytes').toString('base64')}`
  const payload = { event: 'member.created', timestamp: 1, payload: { id: 'mem_1', auth: { email: ann.email } } }
  const signed = signatureHeaders({
    message: { id: 'msg_1', body: JSON.stringify(payload) },
    endpoint: { secret, previousSecret: null, previousSecretUntil: null },
    attempts: 0,
    now: Date.now(),
  })
  return { secret, payload, signed }
}

const after = ({ endCursor }: { endCursor?: number | undefined }) =>
  endCursor === undefined ? {} : { after: endCursor }

/** Methods that do not call this server, with the reason. */
export const leftOut: Readonly<Record<string, string>> = {
  verifyToken:
    'fetches the keys of one address that is written into the package, and insists on its issuer: POST /admin/members/verify-token stands in',
}
