import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSiteLookups } from '../../../api/features/profiles/profile'
import { withHead } from '../../../commands/serve/page-head'
import { createSiteServer } from '../../../commands/serve/sites'
import { startWithHolders } from '../../support/tag-holders'
import type { Holder, TagHolders } from '../../support/tag-holders'
import { tempFolder } from '../../support/temp-folder'

const page = (name: string) => `<!doctype html>
<html><head>
    <title>${name} · TrustTag</title>
    <meta name="description" content="What it does" />
    <link rel="canonical" href="http://localhost:4000/${name}" />
    <meta property="og:title" content="${name}" />
    <meta property="og:description" content="What it does" />
    <meta property="og:url" content="http://localhost:4000/${name}" />
    <meta property="og:image" content="http://localhost:4000/og/${name}.png" />
    <meta property="og:image:alt" content="A tag" />
    <script type="application/ld+json">{"@graph":[{"url":"http://localhost:4000/${name}"}]}</script>
    <script src="http://localhost:4001/membership.js" data-memberstack-app="app_trusttag" defer></script>
</head><body>$& ${name}</body></html>`
const SCORE = '100% · likely 88–100 · 10 questions'
const NOINDEX = '<meta name="robots" content="noindex" />'

let api: TagHolders
let get: (path: string, address?: string) => Promise<string>

beforeAll(async () => {
  api = await startWithHolders({ rateLimitFactor: 1 })
})
afterAll(() => api.close())
beforeEach(() => {
  const folder = tempFolder()
  for (const name of ['verify', 't']) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'index.html'), page(name))
  }
  const { urls } = api.services
  const lookUps = createSiteLookups(api.services)
  const server = createSiteServer({ folder, urls, lookUps: () => lookUps, trustProxyHops: 0 })
  get = async (path, remoteAddress = '192.0.2.1') => {
    const answer = await server.request(urls.site + path, {}, { incoming: { socket: { remoteAddress } } })
    expect(answer.status).toBe(200)
    return answer.text()
  }
})

const live = { key: 'pk_trusttag' }

describe('a link to a TrustTag', () => {
  it('has skill, score, holder and status without scripts, and its share image', async () => {
    const { trustTagId } = await api.earn(await api.join({}, live), 'Electrician', { visibility: 'PUBLIC' })
    const text = await get(`/verify/${trustTagId}`)
    expect(text).toContain(`<title>Electrician, ${SCORE} · TrustTag of Ada Lovelace (name not checked)</title>`)
    expect(text).toContain(
      `<meta property="og:title" content="Electrician, ${SCORE} · TrustTag of Ada Lovelace (name not checked)" />`,
    )
    expect(text).toContain(
      `content="TrustTag ${trustTagId}: Ada Lovelace (name not checked) passed the assessment for Electrician with ${SCORE}. Questions not yet reviewed by an expert. Status: valid.`,
    )
    expect(text).toContain(`<link rel="canonical" href="http://localhost:4000/verify/${trustTagId}" />`)
    expect(text).toContain(`content="http://localhost:4001/trusttag/tags/${trustTagId}/og.png"`)
    expect(text).toContain('<body>$& verify</body>')
    expect(text).not.toContain(NOINDEX)
  })

  it('has structured data of this TrustTag, not of the generic page', async () => {
    const { trustTagId } = await api.earn(await api.join({}, live), 'Welder', { visibility: 'PUBLIC' })
    const text = await get(`/verify/${trustTagId}`)
    const data: unknown = JSON.parse(/ld\+json">([^<]*)</u.exec(text)?.[1] ?? '')
    expect(data).toMatchObject({
      '@type': 'WebPage',
      url: `http://localhost:4000/verify/${trustTagId}`,
      name: `Workplace basics, ${SCORE} · TrustTag of Ada Lovelace (name not checked)`,
      description: expect.stringContaining(`with ${SCORE}, general questions on safety and quality.`),
    })
  })

  it('makes no claim in Test Mode or for a sample', async () => {
    const { trustTagId } = await api.earn(await api.join(), 'Cook', { visibility: 'PUBLIC' })
    expect(await get(`/verify/${trustTagId}`)).toContain('made in Test Mode, it proves nothing about anyone.')
    expect(await get('/verify/TT-WD2024001')).toContain('a sample without a holder.')
  })

  it('is noindex for link-only, test and sample TrustTags', async () => {
    const forLink = await api.earn(await api.join({}, live), 'Cook')
    const tested = await api.earn(await api.join(), 'Cook', { visibility: 'PUBLIC' })
    for (const id of [forLink.trustTagId, tested.trustTagId, 'TT-WD2024001'])
      expect((await get(`/verify/${id}`)).split(NOINDEX)).toHaveLength(2)
    expect(await get(`/verify/${tested.trustTagId}`)).toContain('<title>Test: Cook, 100%')
    expect(await get('/verify/TT-WD2024001')).toContain('<title>Sample: Web Development, 87%')
  })

  it('starts with a revocation', async () => {
    const { trustTagId } = await api.earn(await api.join({}, live), 'Cook', { visibility: 'PUBLIC' })
    await api.revoke(trustTagId)
    expect(await get(`/verify/${trustTagId}`)).toContain('<title>Revoked: Cook, 100%')
  })

  it('escapes user input', async () => {
    const holder = await api.join()
    const attemptId = await api.pass(holder, '"><script>alert(1)</script>')
    await api.give(holder)
    const holderName = `Ada "$&" <b>'s & co`
    const { data } = await api.call('issueTag', { attemptId, holderName, visibility: 'LINK' }, holder.how)
    const text = await get(`/verify/${data.trustTagId}`)
    expect(text).not.toMatch(/<script>alert|<b>/u)
    expect(text).toContain('Ada &quot;$&amp;&quot; &lt;b&gt;')
  })

  it.each(['TT-XX202600000000', 'x', '%ff', '%00', encodeURIComponent('</title>')])(
    'to nothing, %s, is the page as it is',
    async (id) => {
      expect(await get(`/verify/${id}`)).toBe(page('verify'))
    },
  )

  it('to a private one serves the generic page', async () => {
    const { trustTagId } = await api.earn(await api.join(), 'Cook', { visibility: 'PRIVATE' })
    expect(await get(`/verify/${trustTagId}`)).toBe(page('verify'))
  })

  it('is rate-limited against guessing IDs', async () => {
    const { trustTagId } = await api.earn(await api.join(), 'Cook')
    for (let tries = 0; tries < 60; tries += 1) await get('/verify/TT-XX202600000000', '192.0.2.99')
    expect(await get(`/verify/${trustTagId}`, '192.0.2.99')).toBe(page('verify'))
  })
})

it('a head adds missing tags', () => {
  const head = { title: 'A & B', description: 'C', url: 'https://site.example/t/x', isListed: true }
  const text = withHead(`<head><title>Profile</title>${NOINDEX}</head>`, head)
  expect(text).toContain('<title>A &amp; B</title>')
  expect(text).toContain('<meta property="og:title" content="A &amp; B" />')
  expect(text).toContain('<link rel="canonical" href="https://site.example/t/x" />')
  expect(text).not.toMatch(/og:image|noindex/u)
})

describe('a link to a profile', () => {
  async function slugOf({ how }: Holder) {
    return (await api.call('getTagProfile', {}, how)).data.slug ?? ''
  }

  it('has name and skills, and adds no view', async () => {
    const holder = await api.join({ profession: 'Electrician for ships' })
    await api.earn(holder, 'Electrician', { visibility: 'PUBLIC' })
    const text = await get(`/t/${await slugOf(holder)}`)
    expect(text).toContain('<title>Ada Lovelace (name not checked) · TrustTag</title>')
    expect(text).toContain(
      `content="Ada Lovelace (name not checked), Electrician for ships. Proved: Electrician ${SCORE}."`,
    )
    expect((await api.call('getTagProfile', {}, holder.how)).data.views).toBe(0)
  })

  it('that is not public serves the generic page', async () => {
    const holder = await api.join()
    await api.earn(holder, 'Electrician')
    expect(await get(`/t/${await slugOf(holder)}`)).toBe(page('t'))
    expect(await get('/t/nobody')).toBe(page('t'))
  })
})
