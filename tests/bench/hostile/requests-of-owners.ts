import { times } from './hostile-request'
import type { HostileRequest } from './hostile-request'
import { findMany, orContains } from './payloads'

/** Calls of owners with a secret key at 200,000 members: other callers must not wait for them. */
export const ownerRequests: readonly HostileRequest[] = [
  {
    name: 'export of all members',
    sends: 'all 200,000 members as JSON, page by page as the server hands them out, and as CSV',
    from: 'own',
    by: 'secret key',
    async send(world, sendAll) {
      const owner = world.owner()
      for (const format of ['json', 'csv']) await sendAll([owner.get(`/admin/export/members?format=${format}`)])
    },
  },
  {
    name: 'import of 10,000 members',
    sends: 'a CSV file of 10,000 new members, and one of 10,000 wrong rows',
    from: 'own',
    by: 'secret key',
    async send(world, sendAll) {
      const owner = world.owner()
      const base = world.unique()
      const rows = (end: string) =>
        Array.from({ length: 10_000 }, (_, index) => `import${base}-${index}${end},Ada,Lovelace`).join('\n')
      const head = 'email,customFields.first-name,customFields.last-name\n'
      for (const end of ['@example.com', ' is no address'])
        await sendAll([
          owner.send('POST', '/admin/import/members?format=csv', {
            headers: { 'content-type': 'text/csv' },
            body: head + rows(end),
          }),
        ])
    },
  },
  {
    name: 'atomic import of 250 members',
    sends: 'a CSV file of 250 new members that is imported whole or not at all',
    from: 'own',
    by: 'secret key',
    async send(world, sendAll) {
      const base = world.unique()
      const rows = Array.from({ length: 250 }, (_, index) => `whole${base}-${index}@example.com,Ada,Lovelace`)
      await sendAll([
        world.owner().send('POST', '/admin/import/members?format=csv&atomic=true', {
          headers: { 'content-type': 'text/csv' },
          body: ['email,customFields.first-name,customFields.last-name', ...rows].join('\n'),
        }),
      ])
    },
  },
  {
    name: 'plans with their numbers of members',
    sends: 'the list of plans, and one plan, ten times',
    from: 'own',
    by: 'secret key',
    async send(world, sendAll) {
      const owner = world.owner()
      for (let round = 0; round < 5; round += 1) {
        await sendAll([owner.get('/admin/plans')])
        await sendAll([owner.get('/admin/plans/pln_free')])
      }
    },
  },
  {
    name: 'records in the admin API',
    sends: '49 conditions `contains`, a sorted page and a count of 100,000 records',
    from: 'own',
    by: 'secret key',
    async send(world, sendAll) {
      const owner = world.owner()
      const path = '/admin/v2/data-tables/announcements/records/query'
      await sendAll([owner.post(path, { query: findMany({ where: orContains(49), take: 20 }) })])
      await sendAll([owner.post(path, { query: findMany({ orderBy: { title: 'asc' }, take: 100 }) })])
      await sendAll([owner.post(path, { query: findMany({ _count: true }) })])
      await sendAll([owner.get('/admin/v2/data-tables')])
    },
  },
  {
    name: 'audit log and webhook messages',
    sends: 'pages of 100 of the audit log and of webhook messages',
    from: 'own',
    by: 'secret key',
    async send(world, sendAll) {
      const owner = world.owner()
      for (const path of [
        '/admin/audit-log?limit=100',
        '/admin/webhook-messages?limit=100',
        '/admin/webhook-endpoints',
      ])
        await sendAll([owner.get(path)])
    },
  },
  {
    name: 'one member by ID, email address and plan',
    sends: 'a member read, given a plan and read again',
    from: 'own',
    by: 'secret key',
    async send(world, sendAll) {
      const owner = world.owner()
      const { id, email } = world.member()
      await sendAll([owner.get(`/admin/members/${id}`)])
      await sendAll([owner.get(`/admin/members/${encodeURIComponent(email)}`)])
      await sendAll([owner.post(`/admin/members/${id}/add-plan`, { planId: 'pln_newsletter' })])
    },
  },
  {
    name: 'removal of a piece of content with its history',
    sends: 'a piece with five versions of a million characters: stored, removed, brought back',
    from: 'own',
    by: 'secret key',
    async send(world, sendAll) {
      const owner = world.owner()
      const id = `cnt_long-${world.unique()}`
      const query = 'name=Long&group=pro-area&type=TEXT'
      const path = `/admin/definition/contents/${id}`
      for (let version = 0; version < 5; version += 1)
        await sendAll([owner.send('PUT', `${path}?${query}`, { body: `${version}`.repeat(1_000_000) })])
      await sendAll([owner.send('DELETE', path)])
      await sendAll([owner.post(`${path}/undo-removal`, '')])
      await sendAll([owner.send('DELETE', path)])
    },
  },
  {
    name: 'lists and searches at once',
    sends: 'ten pages of 200,000 members at once, ten by plan, ten searches for what all and for what none have',
    from: 'own',
    by: 'secret key',
    async send(world, sendAll) {
      const owner = world.owner()
      const pages = ['limit=100', 'limit=100&after=190000', 'limit=100&order=DESC', 'limit=100&planId=pln_pro']
      const texts = ['user5', 'Lovelace', 'a', 'zzzzqq', '%', 'members.example', 'hopper-77', '@', 'user199999', 'mem_']
      await sendAll(times(10, (index) => owner.get(`/admin/members?${pages[index % pages.length]}`)))
      await sendAll(times(10, () => owner.get('/admin/members?limit=100&planId=pln_free')))
      await sendAll(texts.map((text) => owner.get(`/admin/members?limit=100&search=${encodeURIComponent(text)}`)))
    },
  },
]
