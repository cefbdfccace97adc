import { createHash, randomBytes } from 'node:crypto'
import * as fc from '../../../support/fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Storage } from '../../../../api/features/files/open-storage'
import type { StoredFile } from '../../../../api/features/files/storage'
import { doc, docx, mp4, pdf, zip } from '../../../support/sample-files'
import { storages } from '../../../support/storages'
import type { TestStorage } from '../../../support/storages'

const aName = (ending: string): string => `${randomBytes(16).toString('hex')}.${ending}`
const text = (content: string) => Buffer.from(content)
const readAll = (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => new Response(stream).text()
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
const wrongNames = ['../membership.db', `../${aName('mp4')}`, `a/${aName('mp4')}`, aName('mp4').slice(1), '', '.', '/']

async function listed(files: AsyncIterable<StoredFile>): Promise<StoredFile[]> {
  const found: StoredFile[] = []
  for await (const file of files) found.push(file)
  return found
}

describe.each(storages)('files of members in $kind', ({ start }) => {
  let storage: TestStorage
  /** Two processes of one installation. */
  let here: Storage
  let there: Storage
  beforeAll(async () => {
    storage = await start()
    here = storage.open()
    there = storage.open()
  })
  afterAll(() => storage.close())
  afterEach(async () => {
    for await (const { name } of here.files.list()) await here.files.remove(name)
    for await (const { name } of here.uploads.list()) await here.uploads.remove(name)
  })

  it('a picture is there for every process once it is put, until it is removed', async () => {
    const name = aName('webp')
    expect(await there.files.read(name)).toBeNull()
    const before = Date.now()
    await here.files.put(name, text('picture'))
    expect(Buffer.from((await there.files.read(name))!).toString()).toBe('picture')
    const [only, ...others] = await listed(there.files.list())
    expect([only?.name, others]).toEqual([name, []])
    // Clocks of servers differ.
    const apartMs = 60_000
    expect(only?.changedAt).toBeGreaterThan(before - apartMs)
    expect(only?.changedAt).toBeLessThan(Date.now() + apartMs)
    await there.files.remove(name)
    await there.files.remove(name)
    expect(await here.files.read(name)).toBeNull()
    expect(await listed(here.files.list())).toEqual([])
  })

  it('pictures and uploads of one name are not the same', async () => {
    const name = aName('webp')
    await here.files.put(name, text('picture'))
    expect(await here.uploads.size(name)).toBeNull()
    expect(await listed(here.uploads.list())).toEqual([])
  })

  it.each(wrongNames)('the name %j is refused', async (wrong) => {
    await expect(here.files.put(wrong, text('x'))).rejects.toThrow('Invalid file name')
    await expect(here.uploads.write(wrong, 0, text('x'))).rejects.toThrow('Invalid upload name')
    expect(() => here.uploads.read(wrong, 0, 5)).toThrow('Invalid upload name')
    expect([await here.files.read(wrong), await here.uploads.size(wrong)]).toEqual([null, null])
    await here.files.remove(wrong)
    await here.uploads.remove(wrong)
  })

  it('says that it can be used', async () => {
    expect(await Promise.all([here.files.check(), here.uploads.check()])).toEqual([undefined, undefined])
  })

  it('parts that come to different processes are one file', async () => {
    const name = aName('mp4')
    const content = Buffer.concat([mp4(4_000_000), randomBytes(4_000_000), randomBytes(1_234_567)])
    for (let offset = 0, part = 0; offset < content.length; offset += 4_000_000, part += 1) {
      const { uploads } = part % 2 === 0 ? here : there
      const piece = content.subarray(offset, offset + 4_000_000)
      expect(await uploads.write(name, offset, piece)).toBe(offset + piece.length)
    }
    expect(await here.uploads.size(name)).toBe(content.length)
    expect(await there.uploads.digest(name)).toBe(sha256(content))
    expect(await there.uploads.typeOf(name)).toBe('video/mp4')
    expect((await listed(here.uploads.list())).map((one) => one.name)).toEqual([name])
    const pieces: number[] = []
    const whole = createHash('sha256')
    const reader = here.uploads.read(name, 0, content.length - 1).getReader()
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      pieces.push(read.value.length)
      whole.update(read.value)
    }
    expect(whole.digest('hex')).toBe(sha256(content))
    expect(Math.max(...pieces)).toBeLessThanOrEqual(1_000_000)
  })

  it('a part behind the end is not written, and neither is one of a file that is not there', async () => {
    const name = aName('mp4')
    expect(await here.uploads.write(name, 6, text('second'))).toBe(0)
    expect(await here.uploads.size(name)).toBeNull()
    await here.uploads.write(name, 0, text('one'))
    expect(await here.uploads.write(name, 6, text('second'))).toBe(3)
    expect(await readAll(here.uploads.read(name, 0, 2))).toBe('one')
  })

  it('a part that is written again, in another length too, changes nothing behind it', async () => {
    const name = aName('mp4')
    await here.uploads.write(name, 0, text('first second'))
    expect(await there.uploads.write(name, 0, text('first'))).toBe(5)
    expect(await there.uploads.write(name, 5, text(' second and'))).toBe(16)
    expect(await there.uploads.write(name, 12, text(' and third'))).toBe(22)
    expect(await here.uploads.size(name)).toBe(22)
    expect(await readAll(here.uploads.read(name, 0, 21))).toBe('first second and third')
  })

  it('whatever the lengths of its parts, any stretch of a file reads as it was sent', async () => {
    const parts = fc.array(fc.uint8Array({ minLength: 1, maxLength: 60 }), { minLength: 1, maxLength: 7 })
    await fc.assert(
      fc.asyncProperty(parts, fc.nat(), fc.nat(), async (sent, one, other) => {
        const name = aName('mp4')
        const content = Buffer.concat(sent)
        let offset = 0
        for (const part of sent) offset = await here.uploads.write(name, offset, part)
        const [first = 0, last = 0] = [one % content.length, other % content.length].toSorted((a, b) => a - b)
        const read = await new Response(there.uploads.read(name, first, last)).arrayBuffer()
        expect(Buffer.from(read).equals(content.subarray(first, last + 1))).toBe(true)
        expect(await there.uploads.digest(name)).toBe(sha256(content))
      }),
      { numRuns: 12 },
    )
  })

  it('a reader of more than there is fails, and one that stops early ends', async () => {
    const name = aName('mp4')
    await here.uploads.write(name, 0, Buffer.alloc(300_000, 'a'))
    await expect(readAll(here.uploads.read(name, 0, 400_000))).rejects.toThrow()
    const reader = here.uploads.read(name, 0, 299_999).getReader()
    expect((await reader.read()).value?.length).toBeGreaterThan(0)
    await reader.cancel()
    await here.uploads.read(name, 0, 9).cancel()
    expect(await readAll(here.uploads.read(aName('mp4'), 0, 9)).catch(() => 'failed')).toBe('failed')
  })

  it.each([
    ['mp4', mp4(), 'video/mp4'],
    ['pdf', pdf(), 'application/pdf'],
    ['doc', doc(), 'application/msword'],
    ['docx', docx(), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['zip', zip({ 'a.txt': 'a' }), null],
  ] as const)('the type of a %s is found in its content', async (ending, content, type) => {
    const name = aName(ending)
    await here.uploads.write(name, 0, content.subarray(0, 100))
    expect(await there.uploads.kindOf(name)).toBeUndefined()
    await here.uploads.write(name, 100, content.subarray(100))
    expect(await there.uploads.typeOf(name)).toBe(type)
  })

  it('a removed upload leaves nothing', async () => {
    const [name, staying] = [aName('mp4'), aName('mp4')]
    for (const one of [name, staying]) await here.uploads.write(one, 0, mp4())
    await here.uploads.write(name, 6_000, mp4())
    await there.uploads.remove(name)
    await there.uploads.remove(name)
    expect(await here.uploads.size(name)).toBeNull()
    expect((await listed(here.uploads.list())).map((one) => one.name)).toEqual([staying])
    await expect(here.uploads.digest(name)).rejects.toThrow()
  })
})
