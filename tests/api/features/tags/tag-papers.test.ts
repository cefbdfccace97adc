import sharp from 'sharp'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeQR } from 'qr/decode.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { colours, shareImage } from '../../../../api/features/tags/documents/drawing'
import { readFonts, toRuns } from '../../../../api/features/tags/documents/fonts'
import { createTagDocuments } from '../../../../api/features/tags/documents/tag-documents'
import { qrPath } from '../../../../api/features/tags/documents/certificate'
import { sampleTags } from '../../../../api/features/tags/verify'
import { toVerifiedTag } from '../../../../api/features/tags/signed-tag'
import type { TagDocuments } from '../../../../api/features/tags/documents/tag-documents'
import type { VerifiedTag } from '../../../../contract/schemas/tags'
import { drawPixels } from '../../../support/draw-pixels'
import { tempFolder } from '../../../support/temp-folder'
import { writeTestFonts } from '../../../support/write-test-fonts'

const services = {
  clock: { now: () => Date.UTC(2026, 10, 21) },
  urls: { site: 'https://www.trusttag.example', api: '', demo: '' },
}
const [webDesign, electrician] = sampleTags.map((facts) => toVerifiedTag(services, facts))
const tag: VerifiedTag = { ...electrician!, mode: 'live' }

let folder: string
let documents: TagDocuments
beforeAll(async () => {
  folder = await writeTestFonts(mkdtempSync(join(tmpdir(), 'fonts-')))
  documents = createTagDocuments(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the image of a TrustTag', () => {
  it('is a PNG of 1200 by 630, different per TrustTag', async () => {
    const [one, two] = await documents.shareImages([webDesign!, tag])
    for (const picture of [one!, two!])
      expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 1_200, height: 630 })
    expect(one).not.toEqual(two)
  })

  it('is drawn once however often it is requested', async () => {
    const [first] = await documents.shareImages([tag])
    expect((await documents.shareImages([tag]))[0]).toBe(first)
    const [changed] = await documents.shareImages([{ ...tag, status: 'revoked' }])
    expect(changed).not.toEqual(first)
  })

  it('is drawn once for many requests at once, which take one place in the queue', async () => {
    const fresh: VerifiedTag = { ...tag, holderName: 'Ada Many' }
    const images = await Promise.all(Array.from({ length: 40 }, () => documents.shareImages([fresh])))
    expect(new Set(images.map(([image]) => image)).size).toBe(1)
    const papers = await Promise.all(Array.from({ length: 40 }, () => documents.certificate(fresh, [])))
    expect(new Set(papers).size).toBe(1)
    const others = Array.from({ length: 20 }, (_, index) =>
      documents.shareImages([{ ...tag, holderName: `A ${index}` }]),
    )
    const refused = (await Promise.allSettled(others)).filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(3)
    for (const one of refused) expect(one).toMatchObject({ reason: { code: 'server-busy' } })
  })

  it('contains outlines and no text, so that nothing typed is ever markup', async () => {
    const fonts = readFonts(folder)
    const drawing = await shareImage(fonts, { ...tag, holderName: '<script>"&', skill: 'Skill </svg>' })
    expect(drawing).not.toMatch(/<text|script|Skill/u)
    expect(drawing.match(/<\/svg>/gu)).toHaveLength(1)
  })

  it('omits what no font can write', async () => {
    const fonts = readFonts(folder)
    expect(toRuns(fonts.text, 'Łukasz Ádám')?.map(({ text }) => text)).toEqual(['Ł', 'ukasz Ádám'])
    expect(toRuns(fonts.text, 'Олена')).toBeNull()
    const foreign: VerifiedTag = { ...tag, holderName: 'ᏣᎳᎩ', skill: '𓀀' }
    expect(await documents.shareImages([foreign])).toHaveLength(1)
    expect((await documents.certificate(foreign, [])).length).toBeGreaterThan(1_000)
  })

  it('reports that it cannot be drawn if the fonts are missing', async () => {
    await expect(createTagDocuments(tempFolder()).shareImages([tag])).rejects.toMatchObject({
      code: 'service-unavailable',
    })
  })

  it('has the colors of the site', () => {
    const css = readFileSync(new URL('../../../../host-site/styles/tokens.css', import.meta.url), 'utf8')
    const light = css.slice(0, css.indexOf('}'))
    for (const [name, value] of Object.entries(colours)) expect(light).toContain(`--${name}: ${value};`)
  })
})

describe('the certificate as PDF', () => {
  it('is one page with a title, our fonts, and the URL to check it', async () => {
    const pdf = Buffer.from(await documents.certificate(tag, [])).toString('latin1')
    expect(pdf.startsWith('%PDF-')).toBe(true)
    expect(pdf).toContain('/Count 1')
    expect(pdf).toContain(`(TrustTag ${tag.trustTagId})`)
    expect(pdf).toContain('(en-US)')
    expect(pdf).toContain(`/URI (${tag.url})`)
    expect(pdf).toMatch(/BaseFont \/\w+\+InstrumentSans/u)
    expect(pdf).toMatch(/BaseFont \/\w+\+BricolageGrotesque/u)
  })

  it('has a QR code with the same URL', () => {
    const { path, squares } = qrPath(tag.url)
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 ${squares + 6} ${squares + 6}" width="400" height="400"><rect x="-3" y="-3" width="100%" height="100%" fill="#fff"/><path d="${path}"/></svg>`
    expect(decodeQR(drawPixels(svg))).toBe(tag.url)
  })
})
