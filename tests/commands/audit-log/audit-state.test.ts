import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readState, writeState } from '../../../commands/audit-log/state'
import { tempFolder } from '../../support/temp-folder'

const state = {
  origin: 'example.com/foo',
  checkpoint: 'example.com/foo\n1\n…\n',
  keys: ['example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'],
  seenAt: '2026-11-22T09:00:00.000Z',
}

describe('the stored state of an audit', () => {
  it('is empty before the first one', async () => {
    expect(await readState(join(tempFolder(), 'seen.json'))).toBeNull()
  })

  it('is read as written, and replaced atomically', async () => {
    const folder = tempFolder()
    const file = join(folder, 'seen.json')
    await writeState(file, { ...state, checkpoint: 'x'.repeat(10_000) })
    await writeState(file, state)
    expect(await readState(file)).toEqual(state)
    expect(readdirSync(folder)).toEqual(['seen.json'])
  })

  it('stays unchanged when writing fails', async () => {
    const folder = tempFolder()
    const file = join(folder, 'seen.json')
    await writeState(file, state)
    const before = readFileSync(file, 'utf8')
    mkdirSync(`${file}.${process.pid}.part`)
    await expect(writeState(file, { ...state, origin: 'example.com/bar' })).rejects.toThrow('Could not write')
    expect(readFileSync(file, 'utf8')).toBe(before)
  })
})
