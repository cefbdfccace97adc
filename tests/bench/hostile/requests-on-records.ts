import type { HostileRequest } from './hostile-request'
import { query } from './payloads'

const hundred = Array.from({ length: 100 }, (_, index) => `value ${index}`)

/** Our own requests: queries of data records at their limits. */
export const requestsOnRecords: readonly HostileRequest[] = [
  {
    name: '20 × `in` of 100 values',
    sends: 'a query with 20 conditions `in` of 100 values each, on 100,000 records',
    from: 'own',
    by: 'public key',
    send: (world, sendAll) =>
      sendAll([
        query(world.visitor(), 'announcements', {
          where: { OR: Array.from({ length: 20 }, () => ({ text: { in: hundred } })) },
        }),
      ]),
  },
  {
    name: '`in` of 100,000 values',
    sends: 'a query with one condition `in` of 100,000 values',
    from: 'own',
    by: 'public key',
    send: (world, sendAll) =>
      sendAll([
        query(world.visitor(), 'announcements', {
          where: { text: { in: Array.from({ length: 100_000 }, (_, index) => `v${index}`) } },
        }),
      ]),
  },
  {
    name: 'conditions within conditions',
    sends: 'AND, OR and NOT within each other, 50 conditions and 40,000 deep',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const visitor = world.visitor()
      let where: object = { text: { contains: 'zz' } }
      for (let depth = 0; depth < 45; depth += 1) where = { NOT: { AND: [where] } }
      await sendAll([query(visitor, 'announcements', { where })])
      const deep = `${'{"NOT":'.repeat(40_000)}{}${'}'.repeat(40_000)}`
      await sendAll([
        visitor.post('/v1/data-records/query', `{"table":"announcements","query":{"findMany":{"where":${deep}}}}`),
      ])
    },
  },
  {
    name: 'count of 100,000 records',
    sends: 'a count of all, one of those that contain a letter, and one beside a page',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const visitor = world.visitor()
      await sendAll([query(visitor, 'announcements', { _count: true })])
      await sendAll([query(visitor, 'announcements', { _count: true, where: { text: { contains: 'e' } } })])
      await sendAll([query(visitor, 'announcements', { _count: true, take: 100 })])
      await sendAll([visitor.get('/v1/data-tables')])
    },
  },
  {
    name: 'largest skip',
    sends: 'a page after 10,000 skipped records in the order of two fields, and one after a cursor',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const visitor = world.visitor()
      const orderBy = [{ title: 'desc' }, { text: 'asc' }]
      await sendAll([query(visitor, 'announcements', { take: 100, skip: 10_000, orderBy })])
      await sendAll([query(visitor, 'announcements', { take: 100, after: 50_000, orderBy })])
    },
  },
  {
    name: 'search, endsWith and not',
    sends: 'the operators that no index serves, one query each',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const visitor = world.visitor()
      for (const condition of [
        { search: 'zz yy' },
        { endsWith: 'zz' },
        { not: 'zz' },
        { startsWith: 'zz' },
        { gt: 'zz' },
      ])
        await sendAll([query(visitor, 'announcements', { take: 100, where: { text: condition } })])
    },
  },
  {
    name: 'counts of relations',
    sends: 'the number of entries of each forum, and of readers of 100 entries, with their forums',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const visitor = world.visitor()
      await sendAll([query(visitor, 'forums', { take: 100, include: { _count: { select: { entries: true } } } })])
      await sendAll([
        query(visitor, 'entries', {
          take: 100,
          include: { forum: { include: { entries: { take: 100 } } }, readers: true },
        }),
      ])
    },
  },
  {
    name: 'record with 100 links',
    sends: 'the server creates a record with 100 members, then one with 10,000',
    from: 'own',
    by: 'secret key',
    async send(world, sendAll) {
      const owner = world.owner()
      for (const count of [100, 10_000]) {
        const connect = world.things.memberIds.slice(0, count).map((id) => ({ id }))
        const data = { text: `b${world.unique()}`, readers: { connect } }
        await sendAll([owner.post('/admin/v2/data-tables/entries/records', { data })])
      }
    },
  },
]
