import { times } from './hostile-request'
import type { HostileRequest } from './hostile-request'
import { channelKinds, channelOf, commentTexts } from './comment-texts'
import { findMany, orContains, query } from './payloads'
import { PASSWORD } from './world'

/** Every request of a finding about availability, as it was sent there. */
export const requestsOfFindings: readonly HostileRequest[] = [
  {
    name: '49 × contains, 100,000 records',
    sends: 'one query whose OR has 49 conditions `contains`, letters of any case',
    from: 'finding 1',
    by: 'public key',
    send: (world, sendAll) => sendAll([query(world.visitor(), 'announcements', { take: 20, where: orContains(49) })]),
  },
  {
    name: '20 × contains, 100,000 records',
    sends: 'one query whose OR has 20 conditions `contains`',
    from: 'finding 1',
    by: 'public key',
    send: (world, sendAll) => sendAll([query(world.visitor(), 'announcements', { take: 20, where: orContains(20) })]),
  },
  {
    name: 'equals, 100,000 records',
    sends: 'one query with one condition `equals`',
    from: 'finding 1',
    by: 'public key',
    send: (world, sendAll) =>
      sendAll([query(world.visitor(), 'announcements', { take: 20, where: { text: { equals: 'nothing' } } })]),
  },
  {
    name: 'sorted page of 100,000 records',
    sends: 'one query ordered by a text field, 20 records',
    from: 'finding 1',
    by: 'public key',
    send: (world, sendAll) =>
      sendAll([query(world.visitor(), 'announcements', { take: 20, orderBy: { title: 'asc' } })]),
  },
  {
    name: '100 × 49 contains, 1,000 records',
    sends: '100 queries at once from one IP address, each 49 conditions on a small table',
    from: 'finding 1',
    by: 'public key',
    async send(world, sendAll) {
      const visitor = world.visitor()
      await sendAll(times(100, () => query(visitor, 'notices', { take: 20, where: orContains(49) })))
    },
  },
  {
    name: '12 × 49 contains, 100,000 records',
    sends: '12 of the first query at once: more than the database connections of the server',
    from: 'finding 1',
    by: 'public key',
    async send(world, sendAll) {
      const visitor = world.visitor()
      await sendAll(times(12, () => query(visitor, 'announcements', { take: 20, where: orContains(49) })))
    },
  },
  {
    name: '100 × 49 contains, 100,000 records',
    sends: '100 of the first query at once from one IP address, within its limit of reads',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const visitor = world.visitor()
      await sendAll(times(100, () => query(visitor, 'announcements', { take: 20, where: orContains(49) })))
    },
  },
  {
    name: '20 addresses × 20 × 49 contains',
    sends: '20 of the first query at once from each of 20 IP addresses',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const visitors = times(20, () => world.visitor())
      await sendAll(
        visitors.flatMap((visitor) =>
          times(20, () => query(visitor, 'announcements', { take: 20, where: orContains(49) })),
        ),
      )
    },
  },
  {
    name: 'nested include',
    sends: '139 bytes that include 100 bookmarks of the topic of each of 100 bookmarks',
    from: 'finding 2',
    by: 'member',
    send: (world, sendAll) =>
      sendAll([
        world.member().post('/v1/data-records/query', {
          table: 'bookmarks',
          query: findMany({
            take: 100,
            include: { topic: { include: { bookmarks: { take: 100, include: { topic: true } } } } },
          }),
        }),
      ]),
  },
  {
    name: '5 × nested include',
    sends: 'the same five times at once',
    from: 'finding 2',
    by: 'member',
    async send(world, sendAll) {
      const member = world.member()
      const include = { topic: { include: { bookmarks: { take: 100, include: { topic: true } } } } }
      const body = { table: 'bookmarks', query: findMany({ take: 100, include }) }
      await sendAll(times(5, () => member.post('/v1/data-records/query', body)))
    },
  },
  {
    name: 'nested include without a login',
    sends: 'the same on a table that everybody may read: 10 forums, their 100 entries, the entries of their forums',
    from: 'finding 2',
    by: 'public key',
    send: (world, sendAll) =>
      sendAll([
        query(world.visitor(), 'forums', {
          take: 10,
          include: { entries: { take: 100, include: { forum: { include: { entries: { take: 100 } } } } } },
        }),
      ]),
  },
  ...channelKinds.map((kind): HostileRequest => ({
    name: `100 comments: ${kind}`,
    sends: `a page of 100 comments of ${commentTexts[kind].length.toLocaleString('en')} characters`,
    from: 'finding 3',
    by: 'public key',
    send: (world, sendAll) => sendAll([world.visitor().get(`/comments/posts?channelKey=${channelOf(kind)}&limit=100`)]),
  })),
  {
    name: 'comments written',
    sends: 'one comment of each of these kinds, one after the other',
    from: 'finding 3',
    by: 'member',
    async send(world, sendAll) {
      const member = world.member()
      for (const kind of channelKinds)
        await sendAll([member.post('/comments/posts', { channelKey: 'written', content: commentTexts[kind] })])
    },
  },
  {
    name: '150 comment pages at once',
    sends: 'the same page of 100 comments 150 times at once from one IP address',
    from: 'own',
    by: 'public key',
    send: async (world, sendAll) => {
      const visitor = world.visitor()
      await sendAll(times(150, () => visitor.get(`/comments/posts?channelKey=prose&limit=100`)))
    },
  },
  {
    name: '150 different comment pages at once',
    sends: 'pages of 51 to 100 comments of three channels, each once, from one IP address',
    from: 'own',
    by: 'public key',
    send: async (world, sendAll) => {
      const visitor = world.visitor()
      const pages = (['links', 'prose', 'most elements'] as const).flatMap((kind) =>
        times(50, (index) => `/comments/posts?channelKey=${channelOf(kind)}&limit=${100 - index}`),
      )
      await sendAll(pages.map((page) => visitor.get(page)))
    },
  },
  {
    name: '20 pages of short comments',
    sends: 'a page of 100 honest comments 20 times at once, as after a live change',
    from: 'finding 3',
    by: 'public key',
    send: (world, sendAll) =>
      sendAll(times(20, () => world.visitor().get(`/comments/posts?channelKey=short&limit=100`))),
  },
  {
    name: 'wrong passwords',
    sends: 'ten wrong passwords for one account at once, then the right one',
    from: 'finding 6',
    by: 'public key',
    async send(world, sendAll) {
      const [email, visitor] = [world.victim(), world.visitor()]
      await sendAll(times(10, (index) => visitor.post('/auth/login', { email, password: `wrong ${index}` })))
      await sendAll([visitor.post('/auth/login', { email, password: PASSWORD })])
    },
  },
  {
    name: 'wrong codes to log in',
    sends: 'a code is asked for, then 15 wrong ones at once',
    from: 'finding 6',
    by: 'public key',
    async send(world, sendAll) {
      const [email, visitor] = [world.victim(), world.visitor()]
      await sendAll([visitor.post('/auth/passwordless/login/send', { email })])
      const wrong = (index: number) => ({ email, passwordlessToken: String(100_000 + index) })
      await sendAll(times(15, (index) => visitor.post('/auth/passwordless/login', wrong(index))))
    },
  },
  {
    name: 'wrong codes of a reset',
    sends: 'a reset is asked for, then 15 wrong codes with the email address and 5 without',
    from: 'finding 11',
    by: 'public key',
    async send(world, sendAll) {
      const [email, visitor] = [world.victim(), world.visitor()]
      await sendAll([visitor.post('/auth/send-reset-password-email', { email })])
      const wrong = (index: number) => ({ token: String(100_000 + index), newPassword: 'seven quiet otters' })
      await sendAll(times(15, (index) => visitor.post('/auth/reset-password', { ...wrong(index), email })))
      await sendAll(times(5, (index) => visitor.post('/auth/reset-password', wrong(index))))
    },
  },
  {
    name: 'false video of 200 MB',
    sends: 'a header of MP4 and zeros, announced as 200 MB, in parts of 4 MB until one is refused',
    from: 'finding 7',
    by: 'member',
    async send(world, sendAll) {
      const member = world.uploader()
      const announced = { name: 'v.mp4', type: 'video/mp4', sizeBytes: 200_000_000 }
      const path = `/trusttag/attempts/${member.attemptId}/samples`
      const [started] = await sendAll([member.post(path, announced)])
      const id = /"id":"(?<id>smp_[^"]+|[^"]+)"/u.exec(started?.text ?? '')?.groups?.['id']
      if (started?.status !== 200 && started?.status !== 201) return
      const header = Buffer.from('\0\0\0\u001cftypisom\0\0\0\0isommp41\0\0\0\0', 'latin1')
      for (let offset = 0; offset < announced.sizeBytes; offset += 4_000_000) {
        const body = Buffer.alloc(4_000_000)
        if (offset === 0) header.copy(body)
        const [part] = await sendAll([
          member.send('PUT', `/trusttag/samples/${id}?offset=${offset}`, {
            headers: { 'content-type': 'application/octet-stream' },
            body,
          }),
        ])
        if (part?.status !== 200) break
      }
      await sendAll([member.send('DELETE', `/trusttag/samples/${id}`)])
    },
  },
  {
    name: '1 MB of member JSON',
    sends: 'member JSON of 1 MB, ten times one after the other, read back each time',
    from: 'finding 7',
    by: 'member',
    async send(world, sendAll) {
      const member = world.member()
      const body = { json: { text: 'x'.repeat(990_000) } }
      for (let round = 0; round < 10; round += 1) {
        await sendAll([member.post('/member/json', body)])
        await sendAll([member.get('/member/json')])
      }
    },
  },
  {
    name: 'sign-ups from 60 networks',
    sends: '60 sign-ups at once from 60 networks /64 of one /48',
    from: 'finding 8',
    by: 'public key',
    async send(world, sendAll) {
      const [visitor, base] = [world.visitor(), world.unique()]
      await sendAll(
        times(60, (index) =>
          visitor.post(
            '/auth/signup',
            { email: `network${base}-${index}@example.com`, password: PASSWORD },
            { headers: { 'x-forwarded-for': `2001:db8:${base.toString(16)}:${index.toString(16)}::1` } },
          ),
        ),
      )
    },
  },
  {
    name: '190 live streams',
    sends: '190 live streams of 190 channels that nobody writes to, from one IP address, for 3 seconds',
    from: 'finding 9',
    by: 'public key',
    async send(world, sendAll) {
      const [visitor, base] = [world.visitor(), world.unique()]
      const path = (index: number) => `/comments/live?appId=app_hostile&key=pk_sb_hostile&channelKey=z${base}-${index}`
      await sendAll(times(190, (index) => visitor.get(path(index), { holdMs: 3_000 })))
    },
  },
  {
    name: '1,900 live streams',
    sends: '1,900 live streams of as many channels, from ten IP addresses, for 4 seconds',
    from: 'finding 9',
    by: 'public key',
    async send(world, sendAll) {
      const base = world.unique()
      const visitors = times(10, () => world.visitor().headers)
      const path = (index: number) => `/comments/live?appId=app_hostile&key=pk_sb_hostile&channelKey=y${base}-${index}`
      await sendAll(
        times(1_900, (index) => ({
          method: 'GET',
          path: path(index),
          headers: { ...visitors[index % 10] },
          holdMs: 4_000,
        })),
      )
    },
  },
  {
    name: '41 kB of headers',
    sends: 'a request with one header of 41 kB, 20 times at once',
    from: 'finding 14',
    by: 'public key',
    send: (_world, sendAll) =>
      sendAll(
        times(20, () => ({ raw: `GET /app HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(41_000)}\r\n\r\n` })),
      ),
  },
  {
    name: '3,000 headers',
    sends: 'a request with 3,000 headers, and one with two Host headers',
    from: 'finding 14',
    by: 'public key',
    send: (_world, sendAll) =>
      sendAll([
        { raw: `GET /app HTTP/1.1\r\nHost: localhost\r\n${'X-A: b\r\n'.repeat(3_000)}\r\n` },
        { raw: 'GET /app HTTP/1.1\r\nHost: localhost\r\nHost: other\r\nConnection: close\r\n\r\n' },
      ]),
  },
  {
    name: 'list of members',
    sends: 'three pages of 100 of 200,000 members: the first, a late one, newest first',
    from: 'finding 13',
    by: 'secret key',
    async send(world, sendAll) {
      const owner = world.owner()
      for (const page of ['limit=100', 'limit=100&after=190000', 'limit=100&order=DESC'])
        await sendAll([owner.get(`/admin/members?${page}`)])
    },
  },
  {
    name: 'list of members by plan',
    sends: 'a page of the members of a rare plan, and of one that half of them have',
    from: 'finding 13',
    by: 'secret key',
    async send(world, sendAll) {
      const owner = world.owner()
      for (const plan of ['pln_pro', 'pln_free', 'pln_newsletter'])
        await sendAll([owner.get(`/admin/members?limit=100&planId=${plan}`)])
    },
  },
  {
    name: 'search of members',
    sends: 'searches by email address, by name, by ID, for what all have and for what none has',
    from: 'finding 13',
    by: 'secret key',
    async send(world, sendAll) {
      const owner = world.owner()
      for (const text of [
        'user5',
        'user199999@members.example',
        'Lovelace',
        'a',
        'zzzzqq',
        world.things.memberIds[777] ?? '',
      ])
        await sendAll([owner.get(`/admin/members?limit=100&search=${encodeURIComponent(text)}`)])
    },
  },
]
