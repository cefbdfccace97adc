import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { matchesLock } from '../../commands/runtime/install.mjs'
import { tempFolder } from '../support/temp-folder'

const machine = { platform: 'linux', arch: 'x64' }
const a = { version: '1.0.0', integrity: 'sha512-a' }
const forMac = { version: '1.0.0', integrity: 'sha512-m', optional: true, os: ['darwin'], cpu: ['arm64'] }
const forLinux = { version: '1.0.0', integrity: 'sha512-l', optional: true, os: ['linux'], cpu: ['x64'] }

function checkout(locked: object, installed: object | string | null) {
  const folder = tempFolder()
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...locked } }))
  mkdirSync(join(folder, 'node_modules'))
  if (installed === null) return folder
  const text = typeof installed === 'string' ? installed : JSON.stringify({ packages: installed })
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), text)
  return folder
}

describe('whether node_modules matches package-lock.json', () => {
  it('matches when every package is installed in its exact version', async () => {
    const folder = checkout({ 'node_modules/a': a }, { 'node_modules/a': a })
    expect(await matchesLock(folder, machine)).toBe(true)
  })

  it('allows optional packages of other machines to be missing', async () => {
    const folder = checkout(
      { 'node_modules/a': a, 'node_modules/m': forMac, 'node_modules/l': forLinux },
      { 'node_modules/a': a, 'node_modules/l': forLinux },
    )
    expect(await matchesLock(folder, machine)).toBe(true)
  })

  it.each<[string, object, object | string | null]>([
    ['nothing is installed', { 'node_modules/a': a }, null],
    ['an install was interrupted while it wrote its list', { 'node_modules/a': a }, '{"packages":{"node_mod'],
    ['a package is missing', { 'node_modules/a': a, 'node_modules/b': a }, { 'node_modules/a': a }],
    ['a version differs', { 'node_modules/a': a }, { 'node_modules/a': { ...a, version: '1.0.1' } }],
    ['the content differs', { 'node_modules/a': a }, { 'node_modules/a': { ...a, integrity: 'sha512-x' } }],
    ['it was installed on another kind of machine', { 'node_modules/m': forMac }, { 'node_modules/m': forMac }],
  ])('does not match when %s', async (_why, locked, installed) => {
    expect(await matchesLock(checkout(locked, installed), machine)).toBe(false)
  })
})
