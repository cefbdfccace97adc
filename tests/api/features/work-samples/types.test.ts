import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errors } from '../../../../contract/errors'
import { openWorkSamples } from '../../../support/open-work-samples'
import type { Holder, WorkSampleApi } from '../../../support/open-work-samples'
import { metadataOf, sampleImage } from '../../../support/sample-images'
import { compoundFile, doc, docx, heic, matroska, mp4, pdf, quicktime, webm, zip } from '../../../support/sample-files'

let api: WorkSampleApi
let holder: Holder
beforeAll(async () => {
  api = await openWorkSamples()
  holder = await api.holder()
})
afterAll(() => api.close())

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const text = (content: string): Buffer<ArrayBuffer> => Buffer.from(content.padEnd(6_000))
const kept = async (id: string) =>
  readFileSync(join(api.folder, 'work-samples', (await api.store.workSamples.find(id))!.file))

describe('an accepted file', () => {
  it.each([
    ['bench.mp4', 'video/mp4', mp4()],
    ['bench.m4v', '', mp4()],
    ['bench.webm', 'video/webm', webm()],
    ['bench.mov', 'video/quicktime', quicktime()],
    ['plan.pdf', 'application/pdf', pdf()],
    ['plan.doc', 'application/msword', doc()],
    ['plan.docx', WORD, docx()],
  ])('as %s is stored byte for byte', async (name, type, content) => {
    const fresh = await api.holder()
    const { data } = await api.upload(fresh, name, content, { type })
    expect(data).toMatchObject({ name, status: 'ready', sizeBytes: content.length })
    expect(type === '' || data.type === type).toBe(true)
    expect((await kept(data.id)).equals(content)).toBe(true)
  })

  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('as an image in %s is encoded again', async (format) => {
    const { data } = await api.upload(holder, `bench.${format}`, await sampleImage(format, 90, 60))
    expect(data).toMatchObject({ status: 'ready', type: 'image/webp' })
    const content = await kept(data.id)
    expect(await metadataOf(content)).toMatchObject({ format: 'webp', width: 90, height: 60 })
    expect([data.sizeBytes, data.receivedBytes]).toEqual([content.length, content.length])
  })

  it('is judged by its content if the name is of another type of its kind', async () => {
    expect((await api.upload(holder, 'photo.jpg', await sampleImage('png'))).data.type).toBe('image/webp')
    expect((await api.upload(holder, 'film.mov', mp4())).data.type).toBe('video/mp4')
    expect((await api.upload(holder, 'letter.doc', docx())).data.type).toBe(WORD)
  })

  it('can come in parts too small to show its type', async () => {
    expect((await api.upload(holder, 'plan.pdf', pdf(300), { partBytes: 2 })).data.status).toBe('ready')
  })
})

describe('an image’s metadata', () => {
  it('is removed, and the image is upright', async () => {
    const taken = await sharp(await sampleImage('jpeg', 80, 40))
      .withExif({ IFD0: { Copyright: 'Ann' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { data } = await api.upload(holder, 'photo.jpg', taken)
    const content = await kept(data.id)
    const { exif, xmp, icc, iptc, orientation, width, height } = await metadataOf(content)
    expect({ exif, xmp, icc, iptc, orientation, width, height }).toEqual({ width: 40, height: 80 })
    expect(content.includes('Ann')).toBe(false)
  })
})

describe('another file', () => {
  const lies: [string, Buffer<ArrayBuffer>][] = [
    ['page.mp4', text('<!doctype html><script>alert(1)</script>')],
    ['drawing.png', text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['script.pdf', text('#!/bin/sh\nrm -rf ~\n')],
    ['program.pdf', text('MZ')],
    ['film.mp4', pdf()],
    ['plan.pdf', mp4()],
    ['film.webm', matroska()],
    ['photo.jpg', heic()],
    ['archive.docx', zip({ 'a.txt': 'a'.repeat(9_000) })],
    ['sheet.docx', zip({ '[Content_Types].xml': 'x', 'xl/workbook.xml': 'x' })],
    ['macros.docx', docx({ 'word/vbaProject.bin': 'Sub AutoOpen()' })],
    ['half.docx', docx().subarray(0, 6_000)],
    ['sheet.doc', compoundFile(['Workbook', 'SummaryInformation'])],
    ['macros.doc', compoundFile(['WordDocument', '1Table', 'Data', 'Macros', 'VBA'])],
    ['broken.png', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(6_000)])],
    ['tiny.png', Buffer.from('x')],
  ]
  it.each(lies)('as %s is refused and removed', async (name, content) => {
    const before = { files: api.files(), samples: await api.list(holder) }
    const { status, body } = await api.upload(holder, name, content)
    const { message } = errors['unsupported-file-type']
    expect({ status, body }).toEqual({ status: 400, body: { code: 'unsupported-file-type', message } })
    expect({ files: api.files(), samples: await api.list(holder) }).toEqual(before)
  })

  it('is refused with its first part if that shows its type', async () => {
    const { id } = (await api.start(holder, 'film.mp4', mp4(9_000_000))).data
    expect((await api.send(holder, id, 0, text('<html>'))).body.code).toBe('unsupported-file-type')
    expect((await api.call('getWorkSample', { sampleId: id }, holder.how)).body.code).toBe('work-sample-not-found')
  })

  it.each([
    ['page.html', 'text/html'],
    ['drawing.svg', 'image/svg+xml'],
    ['photo.heic', 'image/heic'],
    ['sheet.xlsx', ''],
    ['README', ''],
  ])('as %s is refused at the start', async (name, type) => {
    expect((await api.start(holder, name, pdf(), type)).body.code).toBe('unsupported-file-type')
  })
})

describe('an image of too many pixels', () => {
  it('is refused by its header, whatever it would decode to', async () => {
    const content = await sampleImage('png', 10, 10)
    content.writeUInt32BE(100_000, 16)
    content.writeUInt32BE(100_000, 20)
    content.writeUInt32BE(crc32(content.subarray(12, 29)), 29)
    const before = api.files()
    expect((await api.upload(holder, 'bomb.png', content)).body).toEqual({
      code: 'too-many-pixels',
      message: errors['too-many-pixels'].message,
    })
    expect(api.files()).toEqual(before)
  })
})
