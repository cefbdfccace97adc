import { times } from './hostile-request'
import type { HostileRequest } from './hostile-request'
import { PASSWORD } from './world'

/** Our own requests: each feature at its highest allowed load. */
export const requestsOnFeatures: readonly HostileRequest[] = [
  {
    name: 'comment for the HTML parser',
    sends:
      'comments of 10,000 characters: elements within each other, misnested formatting, tables, entities, attributes',
    from: 'own',
    by: 'member',
    async send(world, sendAll) {
      const member = world.member()
      const contents = [
        '<b>'.repeat(3_300),
        '<a><b><i><p>'.repeat(830),
        '<table><b>'.repeat(1_000),
        '<b><p></b><a>'.repeat(760),
        '&ampamp;'.repeat(1_250),
        `<p ${'a="b" '.repeat(1_600)}>`,
        '<'.repeat(10_000),
        '<template><svg><foreignobject>'.repeat(330),
      ]
      for (const content of contents) await sendAll([member.post('/comments/posts', { channelKey: 'parser', content })])
    },
  },
  {
    name: 'votes and typing',
    sends: '100 votes on one post and 60 signs of typing by one member, at once',
    from: 'own',
    by: 'member',
    async send(world, sendAll) {
      const member = world.member()
      await sendAll(times(100, () => member.post(`/comments/posts/${world.things.postId}/vote`, { vote: 'UP' })))
      await sendAll(times(60, () => member.post('/comments/posts/typing', { channelKey: 'one' })))
    },
  },
  {
    name: '60 logins at once',
    sends: '60 logins of 20 accounts from one IP address, at once',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const visitor = world.visitor()
      const emails = times(20, () => world.victim())
      await sendAll(
        times(60, (index) => visitor.post('/auth/login', { email: emails[index % 20], password: `wrong ${index}` })),
      )
    },
  },
  {
    name: '30 sign-ups at once',
    sends: '30 sign-ups with passwords of 512 characters from one IP address, at once',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const visitor = world.visitor()
      const base = world.unique()
      await sendAll(
        times(30, (index) =>
          visitor.post('/auth/signup', {
            email: `flood${base}-${index}@example.com`,
            password: `${PASSWORD} `.repeat(26),
          }),
        ),
      )
    },
  },
  {
    name: 'passwords made for the strength check',
    sends: 'a sign-up in live mode with 512 characters: sequences, look-alike letters, words, dates',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const visitor = world.visitor()
      const headers = { 'x-api-key': 'pk_hostile', origin: 'https://hostile.example' }
      const passwords = ['qwertyuiop', '4@8({[<3', 'password1', '19991231', 'abcabcabcabd', '1!|7+2zs5$'].map((part) =>
        part.repeat(60).slice(0, 512),
      )
      for (const password of passwords)
        await sendAll([
          visitor.post('/auth/signup', { email: `strong${world.unique()}@example.com`, password }, { headers }),
        ])
    },
  },
  {
    name: '200 mails in parallel',
    sends: 'codes, resets and verifications for 40 accounts, from 40 IP addresses at once',
    from: 'own',
    by: 'public key',
    send: (world, sendAll) =>
      sendAll(
        times(40, () => world.visitor().post('/auth/send-reset-password-email', { email: world.victim() })).concat(
          times(40, () => world.visitor().post('/auth/passwordless/login/send', { email: world.victim() })),
        ),
      ),
  },
  {
    name: '60 captcha puzzles',
    sends: '60 puzzles at once, then 40 false answers of 8 kB',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const visitor = world.visitor()
      await sendAll(times(60, () => visitor.get('/captcha/challenge')))
      const message = { name: 'A', email: 'a@example.com', message: 'Hello', captchaToken: 'eyJ'.repeat(2_700) }
      await sendAll(times(40, () => world.visitor().post('/inbox/messages', message)))
    },
  },
  {
    name: '200 visits at once',
    sends: '200 page views and app loads from one IP address, at once',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const visitor = world.visitor()
      await sendAll(times(100, () => visitor.post('/page-view', { data: { sessionData: {} } })))
      await sendAll(times(100, () => visitor.post('/app-member', {})))
    },
  },
  {
    name: 'wrong invitations and tickets',
    sends: '30 wrong invitations, 30 wrong tickets and 30 wrong answers of providers, at once',
    from: 'own',
    by: 'member',
    async send(world, sendAll) {
      const member = world.member()
      const wrong = (index: number) => `wrong-${index}`.padEnd(120, 'x')
      await sendAll([
        ...times(30, (index) => member.post('/member/team/join', { inviteToken: wrong(index) })),
        ...times(30, (index) => member.post('/auth/member-ticket', { ticket: wrong(index) })),
        ...times(30, (index) =>
          member.post('/auth/provider-answer', { answer: wrong(index), verifier: 'x'.repeat(100) }),
        ),
      ])
    },
  },
  {
    name: 'skills and assessments',
    sends: 'the list of skills 50 times, 20 assessments begun, each read and completed without answers',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const visitor = world.visitor()
      await sendAll(times(50, () => visitor.get('/trusttag/skills')))
      await sendAll(times(20, () => visitor.post('/trusttag/attempts', { skill: 'Electrician' })))
    },
  },
  {
    name: 'public profile',
    sends: 'a profile with 20 TrustTags, 60 times from one IP address, at once',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const visitor = world.visitor()
      await sendAll(times(60, () => visitor.get(`/trusttag/profiles/${world.things.holder.slug}`)))
    },
  },
  {
    name: 'checks of TrustTags',
    sends: '60 checks of one TrustTag at once, checks of IDs that are none, its files',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const [visitor, { tagId }] = [world.visitor(), world.things.holder]
      await sendAll(times(50, () => visitor.get(`/trusttag/verify/${tagId}`)))
      await sendAll([visitor.get(`/trusttag/verify/${'9'.repeat(8_000)}`)])
      const files = ['credential.json', 'proof.tlog-proof', 'presentation.json', 'badge.svg']
      const other = world.visitor()
      for (const file of files) await sendAll(times(10, () => other.get(`/trusttag/tags/${tagId}/${file}`)))
    },
  },
  {
    name: 'certificates and pictures',
    sends: 'the certificate, badge and preview image of one TrustTag, ten times each at once',
    from: 'own',
    by: 'public key',
    judgedByWaitingAlone: true,
    async send(world, sendAll) {
      const path = `/trusttag/tags/${world.things.holder.tagId}`
      for (const file of ['certificate.pdf', 'badge.png', 'og.png'])
        await sendAll(times(10, () => world.visitor().get(`${path}/${file}`)))
    },
  },
  {
    name: 'archive of all TrustTags',
    sends: 'the ZIP archive of 20 TrustTags twice at once, and the export of all data',
    from: 'own',
    by: 'member',
    judgedByWaitingAlone: true,
    async send(world, sendAll) {
      const holder = world.holder()
      await sendAll(times(2, () => holder.get('/trusttag/portfolio.zip')))
      await sendAll([holder.get('/trusttag/export'), holder.get('/trusttag/portfolio')])
    },
  },
  {
    name: 'log and status lists',
    sends:
      'the checkpoint, tiles that are not there, and status lists of the first and the highest number, 30 times each',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const visitor = world.visitor()
      const log = '/trusttag/test-log'
      const paths = [`${log}/checkpoint`, `${log}/tile/0/000`, `${log}/tile/0/000.p/20`, `${log}/tile/entries/000.p/20`]
      const missing = [`${log}/tile/0/x999/x999/x999/999`, `${log}/tile/7/000.p/255`, '/trusttag/test-status/999999999']
      for (const path of [...paths, ...missing, '/trusttag/test-status/0', '/trusttag/test-status/1'])
        await sendAll(times(30, () => visitor.get(path)))
    },
  },
  {
    name: 'documents and scripts',
    sends: 'the API description, documents, the widget and its translations, 20 times each at once',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const paths = [
        '/openapi.json',
        '/docs/client.md',
        '/docs/client',
        '/membership.js',
        '/translations/de.json',
        '/third-party-notices.txt',
      ]
      for (const path of paths) await sendAll(times(20, () => world.visitor().get(path)))
    },
  },
  {
    name: 'checkouts and portals',
    sends: '30 checkouts with metadata at its limits and 20 portals with 100 prices, at once',
    from: 'own',
    by: 'member',
    async send(world, sendAll) {
      const member = world.member()
      const urls = { success_url: 'http://localhost:4000/a', cancel_url: 'http://localhost:4000/b' }
      const metadataForCheckout = Object.fromEntries(
        Array.from({ length: 50 }, (_, key) => [`k${key}`, 'x'.repeat(500)]),
      )
      const purchase = { priceId: 'prc_pro-monthly', metadataForCheckout, ...urls }
      const headers = { origin: 'http://localhost:4000' }
      await sendAll(times(30, () => member.post('/member/plans/create-checkout-session', purchase, { headers })))
      const priceIds = Array.from({ length: 100 }, (_, index) => `prc_${index}`)
      await sendAll(times(20, () => member.post('/member/create-billing-portal-session', { priceIds }, { headers })))
    },
  },
  {
    name: 'hosted pages',
    sends: 'pages of providers, checkouts, resets and owners with long and wrong parameters, 10 times each',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const long = 'x'.repeat(7_000)
      const paths = [
        `/auth-provider/signup?provider=google&appId=app_hostile&key=pk_sb_hostile&customFields=${long}`,
        `/account/reset-password?token=${long}`,
        `/account/verify-email?token=${long}`,
        `/test/checkout?id=${long}`,
        `/owner?token=${long}`,
      ]
      for (const path of paths) await sendAll(times(10, () => world.visitor().get(path)))
    },
  },
  {
    name: 'wrong tokens and keys',
    sends: '200 session reads with tokens of 8 kB, and 30 calls of the admin API with wrong keys',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const visitor = world.visitor()
      await sendAll(
        times(150, (index) =>
          visitor.get('/member', { headers: { authorization: `Bearer ${index}${'x'.repeat(8_000)}` } }),
        ),
      )
      await sendAll(
        times(30, (index) => world.visitor().get('/admin/members', { headers: { 'x-api-key': `sk_sb_${index}` } })),
      )
    },
  },
  {
    name: 'preflights',
    sends: '200 preflights at once with 10 kB of header names',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const headers = {
        origin: 'https://example.com',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-a,'.repeat(2_500),
      }
      await sendAll(times(200, () => world.visitor().send('OPTIONS', '/auth/login', { headers })))
    },
  },
  {
    name: 'messages to the owner',
    sends: '10 inquiries of 5,000 characters in each field with a false captcha, at once',
    from: 'own',
    by: 'public key',
    async send(world, sendAll) {
      const text = 'x '.repeat(2_500)
      const inquiry = {
        email: 'a@example.com',
        captchaToken: 'none',
        organizationName: 'A',
        contactName: 'B',
        website: `https://example.com/${'a'.repeat(2_000)}`,
        description: text,
        useCase: text,
      }
      await sendAll(times(10, () => world.visitor().post('/trusttag/inquiries', inquiry)))
    },
  },
]
