import { times } from './hostile-request'
import type { HostileRequest } from './hostile-request'
import { deepList, deepObject, flatPng, longGif, manyParts, multipart, wideObject } from './payloads'
import { PASSWORD } from './world'

const MEGABYTE = 1_000_000

/** Our own requests: large, deep, wide and malformed bodies, headers and URLs. */
export const requestsOnBodies: readonly HostileRequest[] = [
  {
    name: 'deepest JSON objects',
    sends: 'objects 180,000 deep as a login, as member JSON and as a query',
    from: 'own',
    by: 'member',
    async send(world, sendAll) {
      const member = world.member()
      const deep = deepObject(180_000)
      await sendAll([member.post('/auth/login', deep)])
      await sendAll([member.post('/member/json', `{"json":${deep}}`)])
      await sendAll([member.post('/v1/data-records/query', `{"table":"announcements","query":${deep}}`)])
    },
  },
  {
    name: 'deepest JSON lists',
    sends: 'lists 540,000 deep as custom fields and as metadata of a sign-up',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const deep = deepList(540_000)
      const head = `{"email":"deep${world.unique()}@example.com","password":"${PASSWORD}",`
      await sendAll([world.visitor().post('/auth/signup', `${head}"metaData":{"a":${deep}}}`)])
      await sendAll([world.visitor().post('/auth/signup', `${head}"customFields":{"first-name":${deep}}}`)])
    },
  },
  {
    name: 'widest JSON',
    sends: 'an object of 60,000 keys as member JSON, as custom fields, as a query and as a page view',
    from: 'own',
    by: 'member',
    async send(world, sendAll) {
      const member = world.member()
      const wide = wideObject(60_000)
      await sendAll([member.post('/member/json', { json: wide })])
      await sendAll([member.post('/member', { customFields: wide })])
      await sendAll([member.post('/v1/data-records/query', { table: 'announcements', query: { findMany: wide } })])
      await sendAll([member.post('/page-view', { data: { sessionData: { utmParams: wide } } })])
    },
  },
  {
    name: 'largest body on each endpoint',
    sends: 'up to 1.1 MB of text in the fields of ten endpoints',
    from: 'own',
    by: 'member',
    async send(world, sendAll) {
      const member = world.member()
      const text = 'x'.repeat(0.26 * MEGABYTE)
      const bodies: [path: string, body: object][] = [
        ['/auth/login', { email: text, password: text }],
        ['/auth/reset-password', { token: text, newPassword: text }],
        ['/secure-content', { contentId: text }],
        ['/event', { type: text }],
        ['/comments/posts', { channelKey: text, content: text }],
        ['/v1/data-records', { table: text, data: {} }],
        ['/member/plans/create-checkout-session', { priceId: text, success_url: text }],
        ['/member/team/join', { inviteToken: text }],
        ['/inbox/messages', { name: text, email: text, message: text, captchaToken: text }],
        ['/trusttag/tags', { attemptId: text, holderName: text }],
      ]
      for (const [path, body] of bodies) await sendAll([member.post(path, body)])
    },
  },
  {
    name: 'spaces around every text',
    sends: '0.5 MB of spaces with a letter at each end as email, code, channel and name',
    from: 'own',
    by: 'member',
    async send(world, sendAll) {
      const member = world.member()
      const text = `x${' '.repeat(500_000)}x`
      await sendAll([member.post('/auth/login', { email: text, password: 'x' })])
      await sendAll([member.post('/auth/passwordless/login', { email: 'a@example.com', passwordlessToken: text })])
      await sendAll([member.post('/comments/posts', { channelKey: text, content: text })])
      await sendAll([member.post('/trusttag/tags', { attemptId: 'x', holderName: text })])
      await sendAll([member.post('/trusttag/attempts', { skill: text })])
    },
  },
  {
    name: 'email addresses made for the pattern',
    sends: 'addresses of 1 MB and of 254 characters that a pattern tries in many ways',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const visitor = world.visitor()
      const emails = [
        `${'a.'.repeat(500_000)}@`,
        `a@${'a.'.repeat(500_000)}`,
        `a@${'a-'.repeat(500_000)}!`,
        `${'a+'.repeat(120)}@x`,
        `a@${'a'.repeat(250)}`,
        '@'.repeat(MEGABYTE),
      ]
      for (const email of emails) await sendAll([visitor.post('/auth/send-reset-password-email', { email })])
    },
  },
  {
    name: 'URLs made for the pattern',
    sends: 'return URLs and origins of 0.5 MB: dots, slashes, encoded letters, domain names beyond ASCII',
    from: 'own',
    by: 'member',
    async send(world, sendAll) {
      const member = world.member()
      const urls = [
        `https://${'a.'.repeat(250_000)}`,
        `https://example.com/${'../'.repeat(170_000)}`,
        `https://${'ü'.repeat(150_000)}.example`,
        `https://example.com/?${'%zz'.repeat(170_000)}`,
      ]
      for (const url of urls) {
        const purchase = { priceId: 'prc_pro-monthly', success_url: url, cancel_url: url }
        await sendAll([member.post('/member/plans/create-checkout-session', purchase)])
        await sendAll([member.post('/auth/send-email-verification', { origin_domain: url })])
      }
    },
  },
  {
    name: 'text that grows when it is normalized',
    sends: 'U+FDFA (18 characters once normalized), stacked accents, and Hangul as names, comments and skills',
    from: 'own',
    by: 'member',
    async send(world, sendAll) {
      const member = world.member()
      const texts = ['\uFDFA'.repeat(330_000), `a${'\u0301\u0316'.repeat(250_000)}`, '\uD55C'.repeat(330_000)]
      for (const text of texts) {
        await sendAll([member.post('/trusttag/tags', { attemptId: 'x', holderName: text })])
        await sendAll([member.post('/trusttag/attempts', { skill: text })])
        await sendAll([member.post('/member', { customFields: { 'first-name': text } })])
        await sendAll([member.post('/comments/posts', { channelKey: 'u', content: text.slice(0, 10_000) })])
      }
    },
  },
  {
    name: 'custom fields at their limits',
    sends: 'every custom field with 10,000 characters, then metadata of 50 keys, ten times',
    from: 'own',
    by: 'member',
    async send(world, sendAll) {
      const member = world.member()
      const keys = ['first-name', 'last-name', 'company', 'about', 'skills', 'plan-size', 'topics']
      const customFields = Object.fromEntries(keys.map((key) => [key, '<'.repeat(10_000)]))
      for (let round = 0; round < 10; round += 1) {
        await sendAll([member.post('/member', { customFields })])
        await sendAll([member.get('/member')])
      }
    },
  },
  {
    name: 'metadata of 1 MB',
    sends: 'metadata of 36,000 keys, and of one key with nested lists, with a sign-up',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const input = { email: `meta${world.unique()}@example.com`, password: PASSWORD }
      const nested = Array.from({ length: 90_000 }, () => [[[1]]])
      await sendAll([world.visitor().post('/auth/signup', { ...input, metaData: wideObject(36_000) })])
      await sendAll([world.visitor().post('/auth/signup', { ...input, metaData: { nested } })])
    },
  },
  {
    name: 'many ids in one request',
    sends: '40,000 to 100,000 ids as plans of a sign-up, prices of a portal, attempts of a purchase',
    from: 'own',
    by: 'member',
    async send(world, sendAll) {
      const member = world.member()
      const ids = Array.from({ length: 100_000 }, (_, index) => `p${index}`)
      const plans = ids.slice(0, 40_000).map((planId) => ({ planId }))
      const signUp = { email: `plans${world.unique()}@example.com`, password: PASSWORD, plans }
      await sendAll([member.post('/auth/signup', signUp)])
      await sendAll([member.post('/member/create-billing-portal-session', { priceIds: ids })])
      const urls = { success_url: 'http://localhost:4000/a', cancel_url: 'http://localhost:4000/b' }
      await sendAll([member.post('/trusttag/purchases', { packageId: 'single', attemptIds: ids, ...urls })])
      await sendAll([member.post('/member/create-billing-portal-session', { priceIds: ids.slice(0, 100) })])
    },
  },
  {
    name: '100,000 answers of an assessment',
    sends: 'an assessment is begun and 100,000 answers are saved in it',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const visitor = world.visitor()
      const [begun] = await sendAll([visitor.post('/trusttag/attempts', { skill: 'Cook' })])
      const id = /"id":"(?<id>att_[^"]+)"/u.exec(begun?.text ?? '')?.groups?.['id'] ?? 'none'
      const answers = Object.fromEntries(Array.from({ length: 80_000 }, (_, index) => [String(index), 'a']))
      await sendAll([
        visitor.send('PATCH', `/trusttag/attempts/${id}`, {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ answers }),
        }),
      ])
    },
  },
  {
    name: 'forms of many parts',
    sends: 'a profile image form of 60,000 empty parts',
    from: 'own',
    by: 'member',
    send: (world, sendAll) => sendAll([world.member().send('POST', '/member/profile-image', manyParts(60_000))]),
  },
  {
    name: 'image of 30,000 × 30,000 pixels',
    sends: 'PNGs of 30,000 and of 16,000 pixels a side, a few kilobytes each, as profile image',
    from: 'own',
    by: 'member',
    judgedByWaitingAlone: true,
    async send(world, sendAll) {
      const member = world.member()
      for (const side of [30_000, 16_000])
        await sendAll([
          member.send('POST', '/member/profile-image', multipart('profileImage', 'a.png', flatPng(side, side))),
        ])
    },
  },
  {
    name: 'GIF of 200,000 frames',
    sends: 'a GIF of 200,000 frames as profile image, four at once',
    from: 'own',
    by: 'member',
    judgedByWaitingAlone: true,
    send: (world, sendAll) =>
      sendAll(
        times(4, () =>
          world.member().send('POST', '/member/profile-image', multipart('profileImage', 'a.gif', longGif(200_000))),
        ),
      ),
  },
  {
    name: 'URL of 16 kB',
    sends: 'paths of 15 kB: encoded letters, thousands of query parameters, thousands of slashes',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const visitor = world.visitor()
      const paths = [
        `/app?${'a=1&'.repeat(3_700)}`,
        `/${'%2e%2e%2f'.repeat(1_600)}`,
        `/${'a/'.repeat(7_000)}`,
        `/app/plans/${'%F0%9F%98%80'.repeat(1_200)}`,
        `/docs/${'../'.repeat(4_500)}`,
        `/auth-provider/signup?provider=google&customFields=${'%7B'.repeat(4_500)}`,
      ]
      for (const path of paths) await sendAll(times(5, () => visitor.get(path)))
    },
  },
  {
    name: '2,000 requests on one connection',
    sends: '2,000 pipelined requests for /app on one connection, at once',
    from: 'own',
    by: 'public key',
    send: (world, sendAll) =>
      sendAll([
        {
          raw: `GET /app HTTP/1.1\r\nHost: localhost\r\nX-API-Key: pk_sb_hostile\r\nX-Forwarded-For: ${world.visitor().headers['x-forwarded-for']}\r\n\r\n`.repeat(
            2_000,
          ),
        },
      ]),
  },
  {
    name: '300 bodies that never end',
    sends: '300 connections that announce a body of 1 MB and send one byte',
    from: 'own',
    by: 'public key',
    send: (_world, sendAll) =>
      sendAll(
        times(300, () => ({
          raw: 'POST /auth/login HTTP/1.1\r\nHost: localhost\r\nX-API-Key: pk_sb_hostile\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{',
        })),
      ),
  },
  {
    name: 'one byte a chunk',
    sends: 'a login of 150,000 chunks of one byte',
    from: 'own',
    by: 'public key',
    send: (_world, sendAll) =>
      sendAll([
        {
          raw: `POST /auth/login HTTP/1.1\r\nHost: localhost\r\nX-API-Key: pk_sb_hostile\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(150_000)}0\r\n\r\n`,
        },
      ]),
  },
  {
    name: 'thousand ranges',
    sends: 'a media file in 1,000 ranges, and in one range of nothing, 20 times',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const range = Array.from({ length: 1_000 }, (_, index) => `${index * 2}-${index * 2}`).join(',')
      const visitor = world.visitor()
      await sendAll(times(20, () => visitor.get('/media/test-card.webm', { headers: { range: `bytes=${range}` } })))
    },
  },
]
