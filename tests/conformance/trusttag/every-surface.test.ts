import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSiteLookups } from '../../../api/features/profiles/profile'
import { badgeDrawing, drawText, shareImage } from '../../../api/features/tags/documents/drawing'
import { readFonts } from '../../../api/features/tags/documents/fonts'
import { findShownTag } from '../../../api/features/tags/verify'
import { particularHead } from '../../../commands/serve/page-head'
import { bandText, nameText, reviewText } from '../../../contract/tag-texts'
import { createTagChecker } from '../../../host-site/features/verify/tag-checker'
import { FindingView } from '../../../host-site/features/verify/finding-view'
import { readPdfText } from '../../support/read-pdf-text'
import { startWithHolders, TRUSTTAG } from '../../support/tag-holders'
import type { Holder, TagHolders } from '../../support/tag-holders'
import { writeTestFonts } from '../../support/write-test-fonts'
import { createChecks } from './verdicts-everywhere'

const HOLDER = 'Ada Lovelace'
/** Typed, without questions of its own: in no TrustTag. */
const TRADE = 'Glassblower'

let api: TagHolders
let holder: Holder

beforeAll(async () => {
  api = await startWithHolders({ development: true })
  await writeTestFonts(join(api.folder, 'fonts'))
  holder = await api.join()
})
afterAll(() => api.close())

/** Everything that shows a TrustTag to anyone, as text. */
async function surfacesOf(tagId: string): Promise<Record<string, string>> {
  const { services } = api
  const lookups = createSiteLookups(services)
  const head = async (pathname: string) =>
    JSON.stringify(await particularHead(lookups, services.urls, { pathname, appId: TRUSTTAG, address: '192.0.2.9' }))
  const { slug } = (await api.call('getTagProfile', {}, holder.how)).data
  const own = async (file: string) => {
    const headers = { 'x-app-id': TRUSTTAG, authorization: `Bearer ${holder.how.token}` }
    const answer = await api.request(`/trusttag/own-tags/${tagId}/${file}`, { headers })
    return new Uint8Array(await answer.arrayBuffer())
  }
  const zip = unzipSync(await own('everything.zip'))
  const inZip = Object.entries(zip).flatMap(([name, content]) =>
    /\.(txt|json|svg)$/u.test(name)
      ? [[`ZIP: ${name.replace(/^.*\./u, '')}`, new TextDecoder().decode(content)] as const]
      : [],
  )
  const { command } = await createChecks(api)(tagId)
  const mail = await api.mailTo(holder.email)
  return {
    'API: verify': JSON.stringify((await api.call('verifyTag', { tagId }, {})).data),
    'API: own': JSON.stringify((await api.call('listTags', {}, holder.how)).data.tags),
    'API: public profile': JSON.stringify(
      (await api.call('getPublicProfile', { slug: slug ?? '' }, { app: TRUSTTAG })).data,
    ),
    page: await pageOf(tagId),
    'page head': await head(`/verify/${tagId}`),
    'profile head': await head(`/t/${slug}`),
    PDF: readPdfText(await own('certificate.pdf')),
    TXT: (await api.call('getCertificateText', { tagId }, holder.how)).data.text,
    portfolio: (await api.call('getPortfolioText', {}, holder.how)).data.text,
    ...Object.fromEntries(inZip),
    mail: `${mail?.subject}\n${mail?.text}`,
    CLI: command.output,
  }
}

async function pageOf(tagId: string): Promise<string> {
  const readOpenFile = async (path: string) => {
    const answer = await api.request(path)
    return answer.ok ? ({ outcome: 'read', text: await answer.text() } as const) : ({ outcome: 'missing' } as const)
  }
  const checker = createTagChecker({ readOpenFile, now: () => api.clock.now() })
  await checker.prepare()
  const result = await checker.checkTag(tagId, (await api.call('verifyTag', { tagId }, {})).data)
  if (result.outcome !== 'checked') throw new Error(`The check is ${result.outcome}.`)
  const html = renderToStaticMarkup(
    createElement(Router, {
      ssrPath: '/verify',
      // oxlint-disable-next-line react/no-children-prop -- the router's types require it as a prop
      children: createElement(FindingView, { finding: result.finding, onRetry: () => {} }),
    }),
  )
  return html.replaceAll(/<[^>]*>/gu, ' ')
}

/** Earned by its holder, and its score with band as texts. */
async function earn(skill: string) {
  const tag = await api.earn(holder, skill, { visibility: 'PUBLIC' })
  const shown = await findShownTag(api.services, tag.trustTagId)
  if (!shown) throw new Error('The TrustTag is not shown.')
  return { tag: shown.tag, surfaces: await surfacesOf(tag.trustTagId) }
}

const NAME_STATE = /name not checked|"nameState":"not checked"|"value":"not checked"/iu
const DRAFT = /not yet reviewed by an expert|"isReviewed":false/iu

describe.each([
  ['with its own questions', 'Electrician', 'Electrician'],
  ['with the general questions', TRADE, 'Workplace basics'],
])('a TrustTag %s', (_, typed, claim) => {
  let earned: Awaited<ReturnType<typeof earn>>
  beforeAll(async () => {
    earned = await earn(typed)
  })

  it('is shown everywhere: with the state of the name, the band of the score, and the draft of the questions', () => {
    const { tag, surfaces } = earned
    const { low, high } = tag.band
    const band = new RegExp(`${low}–${high}|"band":\\{"low":${low},"high":${high}\\}`, 'u')
    const lacking = Object.entries(surfaces).flatMap(([name, text]) => [
      ...(text.includes(HOLDER) && !NAME_STATE.test(text) ? [`${name}: a holder without the state of the name`] : []),
      ...(/\b100\s?%|"score":100|"value":"100"/u.test(text) && !band.test(text) ? [`${name}: no band`] : []),
      ...(text.includes(claim) && !DRAFT.test(text) && name !== 'profile head' ? [`${name}: no draft notice`] : []),
      ...(text.includes(TRADE) ? [`${name}: the trade`] : []),
    ])
    expect(lacking).toEqual([])
    expect(Object.keys(surfaces)).toHaveLength(14)
    for (const name of ['page', 'PDF', 'TXT', 'mail', 'CLI', 'page head', 'profile head', 'ZIP: txt', 'ZIP: json'])
      expect([name, surfaces[name]?.includes(claim), surfaces[name]?.includes(HOLDER)]).toEqual([name, true, true])
  })

  it('has its band on the badge; on the share image also the state of the name and the draft', async () => {
    const fonts = readFonts(join(api.folder, 'fonts'))
    const { tag } = earned
    const path = (text: string, size: number, family: 'text' | 'display', weight: number): string =>
      drawText(fonts, text, { family, size, weight })?.path ?? 'not drawn'
    const badge = await badgeDrawing(fonts, tag)
    expect(badge).toContain(path(`likely ${bandText(tag)}`, 22, 'display', 700))
    const image = await shareImage(fonts, tag)
    expect(image).toContain(path(`likely ${bandText(tag)}`, 26, 'text', 500))
    const other = await shareImage(fonts, { ...tag, nameState: 'checked', isReviewed: true })
    expect(other).not.toBe(image)
    expect([nameText(tag.nameState), reviewText(tag.isReviewed)]).toEqual([
      'Name not checked',
      'Questions not yet reviewed by an expert',
    ])
  })
})

it('a regulated trade is a knowledge test, not a license, directly below the skill', async () => {
  const lines = (await api.call('listTags', {}, holder.how)).data.tags.find(({ skill }) => skill === 'Electrician')
  const { text } = (await api.call('getCertificateText', { tagId: lines?.trustTagId ?? '' }, holder.how)).data
  expect(text).toMatch(/Skill: +Electrician\nKnowledge test, not a license\n/u)
  const fonts = readFonts(join(api.folder, 'fonts'))
  const shown = await findShownTag(api.services, lines?.trustTagId ?? '')
  const note = drawText(fonts, 'Knowledge test, not a license', { family: 'display', size: 22, weight: 700 })?.path
  expect(await badgeDrawing(fonts, shown!.tag)).toContain(note ?? 'not drawn')
})
