import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createListFile, listLayout, openBreachedPasswords } from '../../api/features/accounts/breached-passwords'
import { passwordsCommand } from '../../commands/passwords'
import { tempFolder } from '../support/temp-folder'

const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex').toUpperCase()
const log = { warn: () => {} }
const leaked = Array.from({ length: 3_000 }, (_, index) => `leaked ${index}`)
const unknown = Array.from({ length: 3_000 }, (_, index) => `unknown ${index}`)

async function run(...args: string[]) {
  const [printed, complained]: [string[], string[]] = [[], []]
  const print = (line: string) => void printed.push(line)
  const code = await passwordsCommand(args, { env: {}, print, complain: (line) => void complained.push(line) })
  return { code, output: printed.join('\n'), complaint: complained.join('\n') }
}

async function has(file: string, passwords: readonly string[]): Promise<boolean[]> {
  const list = (await openBreachedPasswords({ file }, log))!
  const found = []
  for (const password of passwords) found.push(await list.has(password))
  await list.close()
  return found
}

test('a file made of a list in any order finds each of its passwords and no other, and leaves nothing else behind', async () => {
  const folder = tempFolder()
  const list = join(folder, 'list.txt')
  const to = join(folder, 'leaked.bin')
  // The last line has no end, one is there twice, and one as Windows writes it.
  const lines = leaked.map((password, index) => `${sha1(password)}:${index}${index === 7 ? '\r' : ''}`)
  writeFileSync(list, [...lines, `${sha1('leaked 9')}:1`, '', sha1('the last').toLowerCase()].join('\n'))
  expect(await run('build', list, '--to', to)).toMatchObject({ code: 0, output: expect.stringContaining('3,001 ') })
  expect(readdirSync(folder).toSorted()).toEqual(['leaked.bin', 'list.txt'])
  expect(statSync(to).size).toBe(listLayout.entriesAt + 3_001 * 6)
  expect(new Set(await has(to, [...leaked, 'the last']))).toEqual(new Set([true]))
  expect(new Set(await has(to, unknown))).toEqual(new Set([false]))
})

test('a folder with a file per range, as the downloader writes it, is the same list', async () => {
  const folder = tempFolder()
  const ranges = join(folder, 'ranges')
  mkdirSync(ranges)
  for (const hash of leaked.slice(0, 200).map(sha1))
    appendFileSync(join(ranges, `${hash.slice(0, 5)}.txt`), `${hash.slice(5)}:2\r\n`)
  writeFileSync(join(ranges, 'readme.md'), 'not a range')
  const to = join(folder, 'leaked.bin')
  expect(await run('build', ranges, '--to', to)).toMatchObject({ code: 0 })
  expect(new Set(await has(to, leaked.slice(0, 200)))).toEqual(new Set([true]))
  expect(new Set(await has(to, unknown))).toEqual(new Set([false]))
})

test('a comparison is one read of a small block', async () => {
  const folder = tempFolder()
  const [list, to] = [join(folder, 'list.txt'), join(folder, 'leaked.bin')]
  writeFileSync(list, leaked.map(sha1).join('\n'))
  await run('build', list, '--to', to)
  const handle = await open(to)
  const watched = await createListFile(handle, log)
  const read = vi.spyOn(handle, 'read')
  expect(await watched.has('leaked 5')).toBe(true)
  expect(read).toHaveBeenCalledOnce()
  expect(Object(read.mock.calls[0]?.[0]).length).toBeLessThan(100)
  await watched.close()
})

test.for([
  ['that does not exist', null],
  ['of words', 'password\n123456\n'],
  ['of NTLM hashes', '8846F7EAEE8FB117AD06BDD830B7586C:5\n'],
  ['that is empty', ''],
])('a list %s is refused with its reason, and an earlier file stays', async ([, text]) => {
  const folder = tempFolder()
  const [list, to] = [join(folder, 'list.txt'), join(folder, 'leaked.bin')]
  writeFileSync(list, sha1('earlier'))
  await run('build', list, '--to', to)
  if (text === null) expect(await run('build', join(folder, 'none'), '--to', to)).toMatchObject({ code: 1 })
  else {
    writeFileSync(list, text!)
    const { code, complaint } = await run('build', list, '--to', to)
    expect([code, complaint]).toEqual([
      1,
      expect.stringMatching(/^(Line 1 of .* is not a SHA-1 hash|The list is empty)\.$/u),
    ])
  }
  expect(await has(to, ['earlier', 'later'])).toEqual([true, false])
})

test('an incomplete file stops the start with a sentence', async () => {
  const folder = tempFolder()
  const [list, to] = [join(folder, 'list.txt'), join(folder, 'leaked.bin')]
  writeFileSync(list, leaked.map(sha1).join('\n'))
  await run('build', list, '--to', to)
  truncateSync(to, statSync(to).size - 1)
  await expect(openBreachedPasswords({ file: to }, log)).rejects.toThrow('not a complete file')
  await expect(openBreachedPasswords({ file: list }, log)).rejects.toThrow('BREACHED_PASSWORDS cannot be used')
  await expect(openBreachedPasswords({ file: join(folder, 'none') }, log)).rejects.toThrow('ENOENT')
})
