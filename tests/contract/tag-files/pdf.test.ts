import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { newBudget, TooLargeError } from '../../../contract/tag-files/archive'
import { isPdf, readPdf } from '../../../contract/tag-files/pdf'

/** A PDF of these objects, as text in Latin-1. */
const pdf = (...objects: string[]) =>
  new Uint8Array(Buffer.from(`%PDF-1.7\n${objects.join('\n')}\nstartxref\n0\n%%EOF\n`, 'latin1'))
const stream = (number: number, dictionary: string, content: Buffer | string) => {
  const text = typeof content === 'string' ? content : content.toString('latin1')
  return `${number} 0 obj\n<< ${dictionary} /Length ${text.length} >>\nstream\r\n${text}\nendstream\nendobj`
}
const flate = (text: string) => deflateSync(Buffer.from(text))

const read = async (bytes: Uint8Array) => {
  const { isLocked, attachments } = await readPdf(bytes, newBudget())
  return isLocked ? 'locked' : attachments.map((one) => Buffer.from(one).toString())
}

describe('attachments of a PDF', () => {
  it('are read, compressed or not', async () => {
    expect(isPdf(pdf())).toBe(true)
    expect(await read(pdf(stream(5, '/Type /EmbeddedFile', 'plain')))).toEqual(['plain'])
    expect(await read(pdf(stream(5, '/Type/EmbeddedFile/Filter/FlateDecode', flate('packed'))))).toEqual(['packed'])
  })

  it('are found by a file specification in a compressed object stream', async () => {
    const specification = '<< /Type /Filespec /F (a \\) >> b.json) /EF << /F 5 0 R /UF 5 0 R >> >>'
    const header = '7 0 '
    const packed = stream(
      9,
      `/Type /ObjStm /N 1 /First ${header.length} /Filter /FlateDecode`,
      flate(header + specification),
    )
    const file = stream(5, '/Filter /FlateDecode', flate('{"id":1}'))
    expect(await read(pdf(packed, file, stream(6, '', 'a page')))).toEqual(['{"id":1}'])
    expect(await read(pdf(file, packed))).toEqual(['{"id":1}'])
  })

  it('are found where a length is wrong or an object of its own', async () => {
    const wrong = '5 0 obj\n<< /Type /EmbeddedFile /Length 99999 >>\nstream\nplain\nendstream\nendobj'
    const indirect = '5 0 obj\n<< /Type /EmbeddedFile /Length 6 0 R >>\nstream\nplain\nendstream\nendobj'
    for (const one of [wrong, indirect]) expect((await read(pdf(one)))[0]).toMatch(/^plain\n?$/u)
  })

  it('are all read, also one that a later version replaced', async () => {
    const [one, two] = ['one', 'two'].map((text) => stream(5, '/Type /EmbeddedFile', text))
    expect(await read(pdf(one ?? '', two ?? ''))).toEqual(['one', 'two'])
  })

  it('of a locked PDF are not read', async () => {
    const file = stream(5, '/Type /EmbeddedFile', 'plain')
    expect(await read(pdf(file, 'trailer\n<< /Root 1 0 R /Encrypt 8 0 R >>'))).toBe('locked')
    expect(await read(pdf(file, stream(8, '/Type /XRef /Encrypt 3 0 R', '')))).toBe('locked')
  })

  it('are not unpacked beyond the budget, and damaged ones are left out', async () => {
    const bomb = stream(5, '/Type /EmbeddedFile /Filter /FlateDecode', flate('0'.repeat(21_000_000)))
    await expect(readPdf(pdf(bomb), newBudget())).rejects.toThrow(TooLargeError)
    const damaged = stream(5, '/Type /EmbeddedFile /Filter /FlateDecode', 'not compressed')
    expect(await read(pdf(damaged, '6 0 obj\n<< /Open', '7 0 obj (text) endobj'))).toEqual([])
  })
})
