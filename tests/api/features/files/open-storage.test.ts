import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openStorage } from '../../../../api/features/files/open-storage'
import { createLocalUploads } from '../../../../api/features/files/local'
import { ConfigError } from '../../../../api/config'
import { tempFolder } from '../../../support/temp-folder'

const name = `${'0123456789abcdef'.repeat(2)}.webp`
const inFolder = (folder: string) => openStorage({ dataDir: '/nowhere', storage: { folder, s3: null } })

describe('the place of files', () => {
  it('is made in DATA_DIR', () => {
    const dataDir = join(tempFolder(), 'data')
    openStorage({ dataDir, storage: { folder: null, s3: null } })
    expect(readdirSync(dataDir)).toEqual(['files', 'work-samples'])
  })

  it('is made in STORAGE_FOLDER, and nothing in DATA_DIR', async () => {
    const folder = tempFolder()
    await inFolder(folder).files.put(name, Buffer.from('picture'))
    expect(readdirSync(folder)).toEqual(['files', 'work-samples'])
    expect(existsSync('/nowhere')).toBe(false)
  })

  it('is not made where STORAGE_FOLDER is not there, as while a disk is not mounted', () => {
    const folder = join(tempFolder(), 'shared')
    expect(() => inFolder(folder)).toThrow(ConfigError)
    expect(() => inFolder(folder)).toThrow(`STORAGE_FOLDER ${folder} does not exist. Create it, or mount its volume.`)
    expect(existsSync(folder)).toBe(false)
  })

  it('that is no folder is named in one line', () => {
    const folder = join(tempFolder(), 'file')
    writeFileSync(folder, 'x')
    expect(() => inFolder(folder)).toThrow(/^STORAGE_FOLDER .*file cannot be used: .+$/u)
  })

  it('whose disk is gone answers that it cannot be used at the moment, and nothing of the disk', async () => {
    const folder = tempFolder()
    const { files, uploads } = inFolder(folder)
    await files.put(name, Buffer.from('picture'))
    for (const part of ['files', 'work-samples']) {
      rmSync(join(folder, part), { recursive: true })
      // A file in the path fails differently from a missing path.
      writeFileSync(join(folder, part), 'x')
    }
    const calls = [
      () => files.check(),
      () => uploads.check(),
      () => files.read(name),
      () => files.put(name, Buffer.from('x')),
      () => files.list()[Symbol.asyncIterator]().next(),
      () => uploads.size(name),
      () => uploads.write(name, 0, Buffer.from('x')),
      () => uploads.digest(name),
      () => uploads.typeOf(name),
      () => uploads.list()[Symbol.asyncIterator]().next(),
    ]
    for (const call of calls) {
      const error = await call().then(
        () => null,
        (reason: unknown) => reason,
      )
      expect(error).toMatchObject({ code: 'service-unavailable', status: 503 })
      expect(String(error)).not.toContain(folder)
    }
  })
})

/** A disk of two megabytes; null where this machine does not allow one. */
function smallDisk(): string | null {
  const folder = tempFolder()
  mkdirSync(join(folder, 'disk'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', join(folder, 'disk')], { stdio: 'ignore' })
  } catch {
    return null
  }
  onTestFinished(() => void execFileSync('umount', ['-l', join(folder, 'disk')]))
  return join(folder, 'disk')
}

it('on a disk that is full in earnest nothing is half kept, and what is sent again later is', async (context) => {
  const disk = smallDisk() ?? context.skip('no file system can be mounted here')
  const { files } = inFolder(disk)
  // Without the reserve, which would refuse before the disk does.
  const uploads = createLocalUploads({
    folder: join(disk, 'work-samples'),
    diskSpace: async () => ({ free: 1e12, total: 1e12 }),
  })
  const part = Buffer.alloc(600_000, 'a')
  expect(await uploads.write(name, 0, part)).toBe(600_000)
  const filler = join(disk, 'filler')
  writeFileSync(filler, Buffer.alloc(1_200_000))
  await expect(uploads.write(name, 600_000, part)).rejects.toMatchObject({ code: 'service-unavailable' })
  await expect(files.put(name, part)).rejects.toMatchObject({ code: 'service-unavailable' })
  expect([await uploads.size(name), await files.read(name), readdirSync(join(disk, 'files'))]).toEqual([
    600_000,
    null,
    [],
  ])
  rmSync(filler)
  expect(await uploads.write(name, 600_000, part)).toBe(1_200_000)
  await files.put(name, Buffer.from('picture'))
  expect(Buffer.from((await files.read(name))!).toString()).toBe('picture')
})
