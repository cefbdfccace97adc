import sharp from 'sharp'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { badgeDrawing, colours } from '../../../../api/features/tags/documents/drawing'
import { readFonts } from '../../../../api/features/tags/documents/fonts'
import { createTagDocuments } from '../../../../api/features/tags/documents/tag-documents'
import type { Fonts } from '../../../../api/features/tags/documents/fonts'
import { sampleTags } from '../../../../api/features/tags/verify'
import { toVerifiedTag } from '../../../../api/features/tags/signed-tag'
import type { TagDocuments } from '../../../../api/features/tags/documents/tag-documents'
import type { VerifiedTag } from '../../../../contract/schemas/tags'
import { drawPixels } from '../../../support/draw-pixels'
import { readPdfAttachments } from '../../../support/read-pdf-attachments'
import { tempFolder } from '../../../support/temp-folder'
import { writeTestFonts } from '../../../support/write-test-fonts'

const services = {
  clock: { now: () => Date.UTC(2026, 10, 21) },
  urls: { site: 'https://www.trusttag.example', api: '', demo: '' },
}
const [webDesign, electrician] = sampleTags.map((facts) => toVerifiedTag(services, facts))
const tag: VerifiedTag = { ...electrician!, mode: 'live' }

let folder: string
let fonts: Fonts
let documents: TagDocuments
beforeAll(async () => {
  folder = await writeTestFonts(mkdtempSync(join(tmpdir(), 'fonts-')))
  fonts = readFonts(folder)
  documents = createTagDocuments(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Color at a position of the drawing, in its units. */
function colourAt(drawing: string, x: number, y: number): string {
  const { width, data } = drawPixels(drawing)
  const start = (y * width + x) * 4
  return `#${Buffer.from(data.subarray(start, start + 3)).toString('hex')}`
}

describe('the badge of a TrustTag', () => {
  it('is a square image, different per TrustTag, drawn once for its content', async () => {
    const [one, two] = await documents.badgeImages([tag, webDesign!])
    expect(await sharp(one).metadata()).toMatchObject({ format: 'png', width: 400, height: 400, hasAlpha: true })
    expect(one).not.toEqual(two)
    const [again] = await documents.badgeImages([{ ...tag, verificationDate: '2027-01-01T00:00:00.000Z' }])
    expect(again).toBe(one)
  })

  it('is cached separately from the image for links', async () => {
    const [[shared], [badge]] = [await documents.shareImages([tag]), await documents.badgeImages([tag])]
    expect(shared).not.toEqual(badge)
  })

  it.each<[string, Partial<VerifiedTag>, keyof typeof colours]>([
    ['that counts has our green', {}, 'accent'],
    ['that was revoked has red', { status: 'revoked', isValid: false }, 'danger'],
    ['that expired has red', { status: 'expired', isValid: false }, 'danger'],
    ['of Test Mode has red', { mode: 'test' }, 'danger'],
    ['that is a sample has red', { mode: 'sample' }, 'danger'],
  ])('of one %s has a warning instead of our name', async (_, changes, colour) => {
    const drawing = await badgeDrawing(fonts, { ...tag, ...changes })
    expect(colourAt(drawing, 30, 360)).toBe(colours[colour])
  })

  it('has a different word for each', async () => {
    const drawings = [
      {},
      { status: 'revoked' },
      { status: 'expired' },
      { mode: 'test' },
      { mode: 'sample' },
    ] as const satisfies readonly Partial<VerifiedTag>[]
    expect(
      new Set(await Promise.all(drawings.map((changes) => badgeDrawing(fonts, { ...tag, ...changes })))).size,
    ).toBe(5)
  })

  it('contains outlines and no typed text, so that nothing typed is ever markup', async () => {
    const drawing = await badgeDrawing(fonts, {
      ...tag,
      holderName: '<script>"&',
      skill: 'Skill </svg> ]]>',
      category: '<b>',
    })
    expect(drawing).not.toMatch(/<text|script|Skill|\]\]>|<b>/u)
    expect(drawing.match(/<\/svg>/gu)).toHaveLength(1)
  })

  it('fits every word, however long the skill’s name is', async () => {
    const drawing = await badgeDrawing(fonts, {
      ...tag,
      skill: 'Wholesale Warehouse Management and Refrigeration '.repeat(2),
    })
    for (const x of [8, 391]) expect(colourAt(drawing, x, 283)).toBe(colours.raised)
  })

  it('is drawn in three turns of the event loop', async () => {
    let [turns, isDrawn] = [0, false]
    const next = (): void => {
      turns += 1
      if (!isDrawn) setImmediate(next)
    }
    setImmediate(next)
    await badgeDrawing(fonts, tag)
    isDrawn = true
    expect(turns).toBeGreaterThanOrEqual(3)
  })

  it('omits what our fonts cannot write', async () => {
    expect((await badgeDrawing(fonts, { ...tag, skill: '養蜂' })).length).toBeLessThan(
      (await badgeDrawing(fonts, tag)).length,
    )
  })

  it('reports that it cannot be drawn if the fonts are missing', async () => {
    const without = createTagDocuments(tempFolder())
    const refused = { code: 'service-unavailable' }
    await expect(without.badgeDrawing(tag)).rejects.toMatchObject(refused)
    await expect(without.badgeImages([tag])).rejects.toMatchObject(refused)
    await expect(without.certificate(tag, [])).rejects.toMatchObject(refused)
  })
})

describe('a certificate with its proofs', () => {
  const files = [
    {
      name: 'credential.json',
      mediaType: 'application/vc',
      description: 'Signed',
      content: '{"holder":"Łukasz 養蜂"}',
    },
    { name: 'proof.tlog-proof', mediaType: 'text/plain', description: 'Proof', content: 'c2sp.org/tlog-proof@v1\n' },
  ]
  const proof = { leafHash: 'ab'.repeat(32), logIndex: 41 }

  it('contains the files, and says that the page is made from them', async () => {
    const pdf = await documents.certificate({ ...tag, proof }, files)
    expect(readPdfAttachments(pdf)).toEqual(Object.fromEntries(files.map(({ name, content }) => [name, content])))
    expect(Buffer.from(pdf).toString('latin1')).toContain('/Subtype /application#2Fvc')
  })

  it('has the same bytes each time, and others after any change', async () => {
    const make = async (shown: VerifiedTag, attached = files) =>
      Buffer.from(await createTagDocuments(folder).certificate(shown, attached)).toString('base64')
    const first = await make({ ...tag, proof })
    expect(await make({ ...tag, proof, verificationDate: '2027-01-01T00:00:00.000Z' })).toBe(first)
    expect(await make({ ...tag, proof, status: 'revoked' })).not.toBe(first)
    expect(await make({ ...tag, proof: null })).not.toBe(first)
    expect(await make({ ...tag, proof }, files.slice(1))).not.toBe(first)
  })

  it('is refused to some of many parallel requests', async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ ...tag, score: index }))
    const answers = await Promise.allSettled(many.map((one) => documents.certificate(one, [])))
    const refused = answers.filter(({ status }) => status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(30)
    for (const answer of refused) expect(answer).toMatchObject({ reason: { code: 'server-busy' } })
  })
})
