import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSiteLookUps } from '../../../api/http/site-look-ups'
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
  const lookUps = createSiteLookUps(api.services)
  const server = createSiteServer({ folder, urls, lookUps: () => lookUps, trustProxyHops: 0 })
  get = async (path, remoteAddress = '192.0.2.1') => {
    const answer = await server.request(urls.site + path, {}, { incoming: { socket: { remoteAddress } } })
    expect(answer.status).toBe(200)
    return answer.text()
  }
})

const live = { key: 'pk_trusttag' }

describe('a link to a TrustTag', () => {
  it('says skill, score, holder and status before any script runs, and shows its picture', async () => {
    const { trustTagId } = await api.earn(await api.join({}, live), 'Electrician', { visibility: 'PUBLIC' })
    const text = await get(`/verify/${trustTagId}`)
    expect(text).toContain('<title>Electrician, 100% · TrustTag of Ada Lovelace</title>')
    expect(text).toContain('<meta property="og:title" content="Electrician, 100% · TrustTag of Ada Lovelace" />')
    expect(text).toContain(
      `content="TrustTag ${trustTagId}: Ada Lovelace passed the assessment for Electrician with 100%. Status: valid.`,
    )
    expect(text).toContain(`<link rel="canonical" href="http://localhost:4000/verify/${trustTagId}" />`)
    expect(text).toContain(`content="http://localhost:4001/trusttag/tags/${trustTagId}/og.png"`)
    expect(text).toContain('<body>$& verify</body>')
    expect(text).not.toContain(NOINDEX)
  })

  it('tells machines of this TrustTag, and no longer of the page for all of them', async () => {
    const { trustTagId } = await api.earn(await api.join({}, live), 'Welder', { visibility: 'PUBLIC' })
    const text = await get(`/verify/${trustTagId}`)
    const data: unknown = JSON.parse(/ld\+json">([^<]*)</u.exec(text)?.[1] ?? '')
    expect(data).toMatchObject({
      '@type': 'WebPage',
      url: `http://localhost:4000/verify/${trustTagId}`,
      name: 'Welder, 100% · TrustTag of Ada Lovelace',
      description: expect.stringContaining('with 100%, general questions on safety and quality.'),
    })
  })

  it('claims nothing of anybody in Test Mode, nor for a sample', async () => {
    const { trustTagId } = await api.earn(await api.join(), 'Cook', { visibility: 'PUBLIC' })
    expect(await get(`/verify/${trustTagId}`)).toContain('made in Test Mode, it proves nothing about anybody.')
    expect(await get('/verify/TT-WD2024001')).toContain('a sample, which nobody holds.')
  })

  it('is not for search engines where only those with the link may see it, nor in Test Mode, nor as a sample', async () => {
    const forLink = await api.earn(await api.join({}, live), 'Cook')
    const tested = await api.earn(await api.join(), 'Cook', { visibility: 'PUBLIC' })
    for (const id of [forLink.trustTagId, tested.trustTagId, 'TT-WD2024001'])
      expect((await get(`/verify/${id}`)).split(NOINDEX)).toHaveLength(2)
    expect(await get(`/verify/${tested.trustTagId}`)).toContain('<title>Test: Cook, 100%')
    expect(await get('/verify/TT-WD2024001')).toContain('<title>Sample: Web Development, 87%')
  })

  it('says first that it was revoked', async () => {
    const { trustTagId } = await api.earn(await api.join({}, live), 'Cook', { visibility: 'PUBLIC' })
    await api.revoke(trustTagId)
    expect(await get(`/verify/${trustTagId}`)).toContain('<title>Revoked: Cook, 100%')
  })

  it('makes no markup of what people typed', async () => {
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

  it('to a private one is the page as it is', async () => {
    const { trustTagId } = await api.earn(await api.join(), 'Cook', { visibility: 'PRIVATE' })
    expect(await get(`/verify/${trustTagId}`)).toBe(page('verify'))
  })

  it('tells nobody more who tries ID after ID', async () => {
    const { trustTagId } = await api.earn(await api.join(), 'Cook')
    for (let tries = 0; tries < 60; tries += 1) await get('/verify/TT-XX202600000000', '192.0.2.99')
    expect(await get(`/verify/${trustTagId}`, '192.0.2.99')).toBe(page('verify'))
  })
})

it('a head says what the page leaves out', () => {
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

  it('says whose it is and what they proved, and counts no view', async () => {
    const holder = await api.join({ profession: 'Electrician for ships' })
    await api.earn(holder, 'Electrician', { visibility: 'PUBLIC' })
    const text = await get(`/t/${await slugOf(holder)}`)
    expect(text).toContain('<title>Ada Lovelace · TrustTag</title>')
    expect(text).toContain('content="Ada Lovelace, Electrician for ships. Proved: Electrician 100%."')
    expect((await api.call('getTagProfile', {}, holder.how)).data.views).toBe(0)
  })

  it('that is not public is the page as it is', async () => {
    const holder = await api.join()
    await api.earn(holder, 'Electrician')
    expect(await get(`/t/${await slugOf(holder)}`)).toBe(page('t'))
    expect(await get('/t/nobody')).toBe(page('t'))
  })
})
