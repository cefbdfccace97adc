import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createLocalFiles } from '../../../../api/features/files/local'
import type { Files, StoredFile } from '../../../../api/features/files/storage'
import { tempFolder } from '../../../support/temp-folder'

const name = `${'0123456789abcdef'.repeat(2)}.webp`
const open = () => {
  const folder = join(tempFolder(), 'files')
  return { folder, files: createLocalFiles(folder) }
}
async function list(files: Files): Promise<StoredFile[]> {
  const found: StoredFile[] = []
  for await (const file of files.list()) found.push(file)
  return found
}

it('a file is there once it is put, readable by its owner only', async () => {
  const { folder, files } = open()
  await files.put(name, Buffer.from('picture'))
  expect(Buffer.from((await files.read(name))!).toString()).toBe('picture')
  expect(readdirSync(folder)).toEqual([name])
  expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
  expect(statSync(folder).mode & 0o077).toBe(0)
  const [only] = await list(files)
  expect(only?.name).toBe(name)
  expect(only?.changedAt).toBe(statSync(join(folder, name)).mtimeMs)
})

it('a removed file is gone, and removing it again is no error', async () => {
  const { files } = open()
  await files.put(name, Buffer.from('picture'))
  await files.remove(name)
  await files.remove(name)
  expect(await files.read(name)).toBeNull()
})

it.each([
  '../membership.db',
  `../${name}`,
  `a/${name}`,
  name.toUpperCase(),
  name.slice(1),
  '',
  '.',
  `${name}\0`,
  `${name}.part`,
])('the name %j is refused', async (wrong) => {
  const { folder, files } = open()
  writeFileSync(join(folder, '..', 'membership.db'), 'secret')
  writeFileSync(join(folder, `${name}.part`), 'half')
  expect(await files.read(wrong)).toBeNull()
  await expect(files.put(wrong, Buffer.from('x'))).rejects.toThrow('Invalid file name')
  if (!wrong.endsWith('.part')) await files.remove(wrong)
  expect(readFileSync(join(folder, '..', 'membership.db'), 'utf8')).toBe('secret')
})

it('what a killed process left half written is listed and can be removed, never read; strangers’ files are left alone', async () => {
  const { folder, files } = open()
  writeFileSync(join(folder, `${name}.part`), 'half')
  writeFileSync(join(folder, 'README'), 'mine')
  expect(await files.read(name)).toBeNull()
  expect((await list(files)).map((one) => one.name)).toEqual([`${name}.part`])
  await files.remove(`${name}.part`)
  await files.remove('README')
  expect(readdirSync(folder)).toEqual(['README'])
})

it('a file that cannot be kept is the service’s fault', async () => {
  const { folder, files } = open()
  rmSync(folder, { recursive: true })
  await expect(files.put(name, Buffer.from('x'))).rejects.toMatchObject({ code: 'service-unavailable', status: 503 })
})
