import * as fc from '../../support/fast-check'
import { describe, expect, it } from 'vitest'
import { parseTilePath, tileIndexPath, tilePath } from '../../../contract/tlog/tiles'

describe('the path of a tile', () => {
  it.each([
    [0, '000'],
    [999, '999'],
    [1_000, 'x001/000'],
    [1_234_067, 'x001/x234/067'],
  ])('index %i is %s', (index, path) => expect(tileIndexPath(index)).toBe(path))

  it('says how wide a partial one is', () => {
    expect(tilePath({ level: 0, index: 273, width: 112 })).toBe('tile/0/273.p/112')
    expect(tilePath({ level: 1, index: 0, width: 256 })).toBe('tile/1/000')
    expect(tilePath({ level: 'entries', index: 5_000, width: 1 })).toBe('tile/entries/x005/000.p/1')
  })

  it('is read as it was written, on every level from 0 to 63', () => {
    const tiles = fc.record({
      level: fc.oneof(fc.constant('entries' as const), fc.integer({ min: 0, max: 63 })),
      index: fc.maxSafeNat(),
      width: fc.integer({ min: 1, max: 256 }),
    })
    fc.assert(
      fc.property(tiles, (tile) => {
        expect(parseTilePath(tilePath(tile))).toEqual(tile)
      }),
    )
  })

  it.each([
    '',
    'tile',
    'tile/0',
    'tile/0/',
    'tile/0/0',
    'tile/0/00',
    'tile/0/0000',
    'tile/00/000',
    'tile/64/000',
    'tile/-1/000',
    'tile/x/000',
    'tile/entry/000',
    'tile/0/x000',
    'tile/0/x000/001',
    'tile/0/x001/x002',
    'tile/0/001/002',
    'tile/0/X001/000',
    'tile/0/../0/000',
    'tile/0/%30%30%30',
    'tile/0/000/',
    'tile/0/000.p',
    'tile/0/000.p/',
    'tile/0/000.p/0',
    'tile/0/000.p/05',
    'tile/0/000.p/256',
    'tile/0/000.p/-1',
    'tile/0/000.p/1/2',
    'tile/0/٠٠٠',
    '/tile/0/000',
    'tile/0/000\n',
    `tile/0/${'x999/'.repeat(6)}999`,
  ])('is not %j', (path) => expect(parseTilePath(path)).toBeNull())
})
