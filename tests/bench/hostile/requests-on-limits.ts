import { times } from './hostile-request'
import type { HostileRequest } from './hostile-request'
import { blankNodeClique, query } from './payloads'
import { announce } from './upload-payloads'
import { createSender, PASSWORD, PUBLIC_KEY } from './world'

const MEGABYTE = 1_000_000

/** An IP address in the /64 of this number, in one /48 for each base. */
const inSite = (base: number, subnet: number) => ({
  'x-forwarded-for': `2001:db8:${base.toString(16)}:${subnet.toString(16)}::1`,
})

/** Allowances that are used up, limits that count whole networks, and bursts of what the other rows send once. */
export const requestsOnLimits: readonly HostileRequest[] = [
  {
    name: 'first API descriptions',
    sends: 'the API description and the list of documents 50 times each at once, by a server that has just started',
    from: 'own',
    by: 'public key',
    send: (world, sendAll) =>
      sendAll(
        times(50, () => world.visitor().get('/openapi.json')).concat(times(50, () => world.visitor().get('/docs'))),
      ),
  },
  {
    name: 'allowance of an unverified account',
    sends:
      'an unverified account fills its 10 MB: announced work samples, member JSON, comments, records; then deletes',
    from: 'own',
    by: 'member',
    async send(world, sendAll) {
      const member = world.unverified()
      const file = { name: 'a.pdf', sizeBytes: 1.5 * MEGABYTE }
      const ids = await Promise.all(times(20, () => announce(sendAll, member, file)))
      const text = 'x'.repeat(10_000)
      await sendAll([member.post('/member/json', { json: { text: 'x'.repeat(0.99 * MEGABYTE) } })])
      await sendAll(times(20, () => member.post('/comments/posts', { channelKey: 'fills', content: text })))
      const data = { name: text }
      await sendAll(times(10, () => member.post('/v1/data-records', { table: 'forums', data })))
      await sendAll(ids.filter((id) => id !== null).map((id) => member.send('DELETE', `/trusttag/samples/${id}`)))
    },
  },
  {
    name: 'allowance of one IP address',
    sends: '30 members behind one IP address, and 40 in the networks of one /48, announce videos of 200 MB at once',
    from: 'own',
    by: 'member',
    async send(world, sendAll) {
      const [{ headers }, base] = [world.visitor(), world.unique()]
      const ipAddress = { 'x-forwarded-for': headers['x-forwarded-for'] ?? '' }
      const file = { name: 'a.mp4', sizeBytes: 200 * MEGABYTE }
      for (const place of [() => ipAddress, (index: number) => inSite(base, index)]) {
        const members = times(36, () => world.uploader())
        const ids = await Promise.all(members.map((member, index) => announce(sendAll, member, file, place(index))))
        await sendAll(
          ids.flatMap((id, index) => {
            const member = members[index]
            return id === null || !member ? [] : [member.send('DELETE', `/trusttag/samples/${id}`)]
          }),
        )
      }
    },
  },
  {
    name: 'allowance of an app',
    sends: '40 members of as many IP addresses announce 240 MB each, more than the app may store, then others write',
    from: 'own',
    by: 'member',
    async send(world, sendAll) {
      const members = times(40, () => world.uploader())
      const sizes = [200 * MEGABYTE, 40 * MEGABYTE]
      const announced: { delete: () => Parameters<typeof sendAll>[0][number] }[] = []
      for (const sizeBytes of sizes)
        await Promise.all(
          members.map(async (member) => {
            const id = await announce(sendAll, member, { name: 'a.mp4', sizeBytes })
            if (id !== null) announced.push({ delete: () => member.send('DELETE', `/trusttag/samples/${id}`) })
          }),
        )
      const other = world.member()
      await sendAll([other.post('/member/json', { json: { text: 'x'.repeat(100_000) } })])
      await sendAll([other.post('/comments/posts', { channelKey: 'full', content: 'Is there room?' })])
      await sendAll(announced.map((one) => one.delete()))
    },
  },
  {
    name: 'guesses of a whole /48',
    sends:
      '100 wrong passwords and 100 wrong codes for 40 accounts from 100 networks /64 of one /48, at once, and resets',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const [visitor, base] = [world.visitor(), world.unique()]
      const emails = times(40, () => world.victim())
      const from = (index: number) => ({ headers: inSite(base, index) })
      const email = (index: number) => emails[index % emails.length]
      await sendAll(
        times(100, (index) =>
          visitor.post('/auth/login', { email: email(index), password: `wrong ${index}` }, from(index)),
        ),
      )
      const code = (index: number) => String(100_000 + index)
      await sendAll(
        times(100, (index) =>
          visitor.post(
            '/auth/passwordless/login',
            { email: email(index), passwordlessToken: code(index) },
            from(index),
          ),
        ),
      )
      await sendAll(
        times(60, (index) =>
          visitor.post('/auth/reset-password', { token: code(index), newPassword: 'seven quiet otters' }, from(index)),
        ),
      )
    },
  },
  {
    name: '60 logins with false device tokens',
    sends:
      '60 logins of 20 accounts with device tokens of 8 kB and others that are false, from one IP address, at once',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const visitor = world.visitor()
      const emails = times(20, () => world.victim())
      const device = (index: number) =>
        index % 2 === 0 ? 'd'.repeat(8_000) : `dev_${'a'.repeat(20)}.${'b'.repeat(43)}`
      await sendAll(
        times(60, (index) =>
          visitor.post('/auth/login', { email: emails[index % 20], password: PASSWORD, device: device(index) }),
        ),
      )
    },
  },
  {
    name: 'share pictures of 20 TrustTags',
    sends: 'the share picture of 20 TrustTags of one holder by five visitors each, and their pages’ checks, at once',
    from: 'own',
    by: 'public key',
    judgedByWaitingAlone: true,
    async send(world, sendAll) {
      const [ids, visitors] = [world.things.holder.tagIds, times(5, () => world.visitor())]
      await sendAll(visitors.flatMap((visitor) => ids.map((id) => visitor.get(`/trusttag/tags/${id}/og.png`))))
      await sendAll(visitors.flatMap((visitor) => ids.map((id) => visitor.get(`/trusttag/verify/${id}`))))
    },
  },
  {
    name: 'profiles that do not exist',
    sends: '300 profiles of guessed names from ten IP addresses and 100 of the same one, at once',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const visitors = times(10, () => world.visitor())
      const profiles = times(300, (index) => visitors[index % 10]?.get(`/trusttag/profiles/nobody-${index}`))
      const same = times(100, (index) => visitors[index % 10]?.get(`/trusttag/profiles/${world.things.holder.slug}`))
      await sendAll([...profiles, ...same].filter((one) => one !== undefined))
    },
  },
  {
    name: '2,200 live streams',
    sends: '2,200 live streams of as many channels from 22 IP addresses: more than an app may have, for 4 seconds',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const base = world.unique()
      const visitors = times(22, () => world.visitor())
      const path = (index: number) => `/comments/live?appId=app_hostile&key=${PUBLIC_KEY}&channelKey=x${base}-${index}`
      await sendAll(
        times(2_200, (index) => ({
          method: 'GET',
          path: path(index),
          headers: { ...visitors[index % 22]?.headers },
          holdMs: 4_000,
        })),
      )
    },
  },
  {
    name: 'VC API',
    sends:
      'cliques, 1,000 equal nodes, presentations of 100 credentials and JSON at its limits for each function, ten at once',
    from: 'own',
    by: 'public key',
    async send(_world, sendAll) {
      // Only callers of the machine itself: no IP address of a proxy.
      const local = createSender({})
      const clique = blankNodeClique(8)
      const twins = { 'https://example.com/graph': times(1_000, () => ({ 'https://example.com/name': 'x' })) }
      const presentation = {
        '@context': ['https://www.w3.org/ns/credentials/v2'],
        type: ['VerifiablePresentation'],
        verifiableCredential: times(100, () => blankNodeClique(4)),
      }
      const bodies: [path: string, body: object][] = [
        ['credentials/verify', { verifiableCredential: clique }],
        ['credentials/verify', { verifiableCredential: blankNodeClique(40) }],
        ['credentials/issue', { credential: { ...clique, proof: undefined } }],
        ['credentials/issue', { credential: { ...clique, proof: undefined, credentialSubject: twins } }],
        ['presentations/verify', { verifiablePresentation: presentation }],
        ['credentials/status', { credentialStatus: { id: 'x'.repeat(10_000) } }],
      ]
      for (const [path, body] of bodies) await sendAll(times(10, () => local.post(`/vc-api/${path}`, body)))
    },
  },
  {
    name: '40 queries that disconnect',
    sends:
      '40 queries of 100,000 records from as many IP addresses that close the connection at once, then one that waits',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const where = { OR: times(49, (index) => ({ text: { contains: `zz${index}`, mode: 'insensitive' } })) }
      const body = JSON.stringify({ table: 'announcements', query: { findMany: { where, take: 20 } } })
      await sendAll(
        times(40, () => ({
          method: 'POST',
          path: '/v1/data-records/query',
          headers: { ...world.visitor().headers, 'content-type': 'application/json' },
          body,
          disconnectMs: 30,
        })),
      )
      await sendAll([query(world.visitor(), 'announcements', { take: 5 })])
    },
  },
]
