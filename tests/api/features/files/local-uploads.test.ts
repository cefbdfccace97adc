import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { diskReserve } from '../../../../contract/storage-limits'
import { createLocalUploads } from '../../../../api/features/files/local'
import { tempFolder } from '../../../support/temp-folder'

const name = `${'0123456789abcdef'.repeat(2)}.mp4`
const open = (free?: number) => {
  const folder = join(tempFolder(), 'work-samples')
  const uploads = createLocalUploads({
    folder,
    ...(free !== undefined && { diskSpace: async () => ({ free, total: 1e12 }) }),
  })
  return { folder, uploads, path: join(folder, name) }
}
const text = (content: string) => Buffer.from(content)
const readAll = (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => new Response(stream).text()

it('parts written one after the other are one file, readable by its owner only', async () => {
  const { uploads, path, folder } = open()
  expect(await uploads.write(name, 0, text('first '))).toBe(6)
  expect(await uploads.write(name, 6, text('second'))).toBe(12)
  expect(readFileSync(path, 'utf8')).toBe('first second')
  expect(await uploads.size(name)).toBe(12)
  expect(statSync(path).mode & 0o077).toBe(0)
  expect(statSync(folder).mode & 0o077).toBe(0)
})

it('a part written again changes nothing behind it', async () => {
  const { uploads, path } = open()
  await uploads.write(name, 0, text('first second'))
  expect(await uploads.write(name, 0, text('first'))).toBe(5)
  expect(readFileSync(path, 'utf8')).toBe('first second')
})

it('a part behind the end of a file is not written, and neither is one of a file that is not there', async () => {
  const { uploads, path } = open()
  expect(await uploads.write(name, 6, text('second'))).toBe(0)
  expect(existsSync(path)).toBe(false)
  await uploads.write(name, 0, text('one'))
  expect(await uploads.write(name, 6, text('second'))).toBe(3)
  expect(readFileSync(path, 'utf8')).toBe('one')
})

it('the last of a disk is left to the database', async () => {
  const { uploads, folder } = open(diskReserve.uploads.bytes + 9)
  expect(await uploads.write(name, 0, text('nine byte'))).toBe(9)
  await expect(uploads.write(name, 9, text('nine bytes'))).rejects.toMatchObject({ code: 'service-unavailable' })
  expect(readdirSync(folder)).toEqual([name])
})

it('what cannot be written is the service’s fault', async () => {
  const { uploads, path } = open()
  mkdirSync(path)
  await expect(uploads.write(name, 0, text('x'))).rejects.toMatchObject({ code: 'service-unavailable', status: 503 })
})

it.each(['../membership.db', `../${name}`, `a/${name}`, name.toUpperCase(), name.slice(1), '', '.', `${name}\0`])(
  'the name %j is refused',
  async (wrong) => {
    const { uploads, folder } = open()
    const secret = join(folder, '..', 'membership.db')
    writeFileSync(secret, 'secret')
    await expect(uploads.write(wrong, 0, text('x'))).rejects.toThrow('Invalid upload name')
    expect(() => uploads.read(wrong, 0, 5)).toThrow('Invalid upload name')
    expect(await uploads.size(wrong)).toBeNull()
    await uploads.remove(wrong)
    expect([readFileSync(secret, 'utf8'), readdirSync(folder)]).toEqual(['secret', []])
  },
)

it('a part can be read, in pieces that do not grow with the file', async () => {
  const { uploads } = open()
  await uploads.write(name, 0, Buffer.alloc(1_000_000, 'abcdefghij'))
  expect(await readAll(uploads.read(name, 999_985, 999_999))).toBe('fghijabcdefghij')
  const pieces: number[] = []
  const reader = uploads.read(name, 0, 999_999).getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) pieces.push(read.value.length)
  expect(pieces.reduce((sum, length) => sum + length, 0)).toBe(1_000_000)
  expect(Math.max(...pieces)).toBeLessThanOrEqual(65_536)
})

it('a file that ends too early fails its reader', async () => {
  const { uploads } = open()
  await uploads.write(name, 0, text('short'))
  await expect(readAll(uploads.read(name, 0, 99))).rejects.toThrow('shorter')
})

const OPEN_FILES = '/proc/self/fd'
it.runIf(existsSync(OPEN_FILES))('no file stays open: unread, read, aborted or failed', async () => {
  const { uploads, path } = open()
  await uploads.write(name, 0, Buffer.alloc(300_000))
  const held = () =>
    readdirSync(OPEN_FILES).filter((number) => {
      try {
        return readlinkSync(join(OPEN_FILES, number)) === path
      } catch {
        return false
      }
    })
  const unread = uploads.read(name, 0, 9)
  expect(held()).toEqual([])
  await readAll(uploads.read(name, 0, 299_999))
  const reader = uploads.read(name, 0, 299_999).getReader()
  await reader.read()
  expect(held()).toHaveLength(1)
  await reader.cancel()
  await readAll(uploads.read(name, 0, 400_000)).catch(() => {})
  await uploads.digest(name)
  await uploads.typeOf(name)
  expect(held()).toEqual([])
  await unread.cancel()
})

it('only what is ours is listed', async () => {
  const { uploads, folder } = open()
  await uploads.write(name, 0, text('x'))
  writeFileSync(join(folder, 'README'), 'mine')
  const found: string[] = []
  for await (const file of uploads.list()) found.push(file.name)
  expect(found).toEqual([name])
})
