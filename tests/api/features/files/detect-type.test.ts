import { describe, expect, it } from 'vitest'
import type { ByteSource } from '../../../../api/features/files/storage'
import { detectKind, detectType } from '../../../../api/features/files/detect-type'
import { compoundFile, doc, docx, mp4, zip } from '../../../support/sample-files'

/** Counts reads of the content. */
function sourceOf(content: Buffer): ByteSource & { reads: number } {
  return {
    size: content.length,
    reads: 0,
    async at(position, length) {
      this.reads += 1
      return Buffer.from(content.subarray(position, position + length))
    },
  }
}
const typeOf = (content: Buffer) => detectType(sourceOf(content))
const DOC = 'application/msword'

describe('a Word document of the older kind', () => {
  it('is recognized by the name of its stream, wherever in the directory that is', async () => {
    expect(await typeOf(doc())).toBe(DOC)
    const streams = Array.from({ length: 40 }, (_, index) => `Part${index}`)
    expect(await typeOf(compoundFile([...streams, 'WordDocument'], 40_000))).toBe(DOC)
    expect(await typeOf(compoundFile(['Workbook']))).toBeNull()
    expect(await typeOf(compoundFile(['worddocument2', 'WordDocumentX']))).toBeNull()
  })

  it('is found in a file whose table continues outside the header', async () => {
    expect(await typeOf(farAway('WordDocument'))).toBe(DOC)
    expect(await typeOf(farAway('Workbook'))).toBeNull()
  })

  it('without an end in its directory or its table is read for a limited time only', async () => {
    const round = compoundFile(['Workbook'])
    round.writeUInt32LE(1, 512 + 4)
    const source = sourceOf(round)
    expect(await detectType(source)).toBeNull()
    expect(source.reads).toBeLessThan(1_000)
    const roundList = compoundFile(['Workbook'])
    roundList.writeUInt32LE(0, 68)
    expect(await typeOf(roundList)).toBeNull()
  })

  it.each([30, 48, 68, 76])('is refused when the number at %d of its header is invalid', async (place) => {
    const broken = doc()
    broken.writeUInt32LE(0x00ffffff, place)
    expect(await typeOf(broken)).toBe(place === 68 ? DOC : null)
  })
})

describe('a Word document of the newer kind', () => {
  it('is distinguished from other archives by the names in its directory', async () => {
    expect(await typeOf(docx())).toMatch(/wordprocessingml/u)
    expect(await typeOf(docx({ 'word/media/image1.png': 'x' }))).toMatch(/wordprocessingml/u)
    expect(await typeOf(zip({ 'word/document.xml': 'x' }))).toBeNull()
    expect(await typeOf(docx({ 'word/VBAPROJECT.bin': 'x' }))).toBeNull()
  })

  it('may have a comment at its end', async () => {
    const content = zip({ '[Content_Types].xml': 'x', 'word/document.xml': 'x' }, 'made with love')
    expect(await typeOf(content)).toMatch(/wordprocessingml/u)
  })

  it('is refused with a directory that points outside the file', async () => {
    const content = docx()
    content.writeUInt32LE(0x7fffffff, content.length - 10)
    expect(await typeOf(content)).toBeNull()
    content.writeUInt32LE(0xffffffff, content.length - 6)
    expect(await typeOf(content)).toBeNull()
  })
})

it('the beginning of a file tells its kind once there is enough of it', async () => {
  expect(await detectKind(sourceOf(mp4(9_000)))).toBe('video')
  expect(await detectKind(sourceOf(docx()))).toBe('document')
  expect(await detectKind(sourceOf(Buffer.alloc(9_000, 'text ')))).toBeNull()
  expect(await detectKind(sourceOf(mp4(4_099)))).toBeUndefined()
})

/** A compound file whose second directory sector is reachable only by the second list of table sectors. */
function farAway(stream: string): Buffer {
  const [SECTOR, PER_TABLE, IN_HEADER] = [512, 128, 109]
  const directory = IN_HEADER * PER_TABLE + 5
  const file = Buffer.alloc((directory + 2) * SECTOR)
  const at = (sector: number) => (sector + 1) * SECTOR
  compoundFile([]).copy(file, 0, 0, SECTOR)
  file.writeUInt32LE(directory, 48)
  file.writeUInt32LE(1, 68)
  // Sector 1 lists sector 2, the table for sectors from 109 * 128; there the directory continues in sector 3.
  file.fill(0xff, at(1), at(2))
  file.writeUInt32LE(2, at(1))
  file.fill(0xff, at(2), at(3))
  file.writeUInt32LE(3, at(2) + 5 * 4)
  for (const [place, name] of [
    [at(directory), 'Root Entry'],
    [at(3), stream],
  ] as const) {
    file.write(name, place, 'utf16le')
    file.writeUInt16LE(2 * name.length + 2, place + 64)
  }
  return file
}
