import * as fc from '../../support/fast-check'
import { describe, expect, it } from 'vitest'
import { equalBytes, toUtf8 } from '../../../contract/bytes'
import { EMPTY_ROOT, hashLeaf, hashNode, verifyConsistency, verifyInclusion } from '../../../contract/tlog/merkle'
import { proveConsistency, proveInclusion, rootOf } from '../../../contract/tlog/prove'
import type { ReadHashes } from '../../../contract/tlog/tiles'

const LARGEST = 600
const leaves = Array.from({ length: LARGEST }, (_, index) => hashLeaf(toUtf8(`entry ${index}`)))

/** RFC 6962, section 2.1, without tiles. Cached, because the tests need few of them often. */
const plainRoots = new Map<string, Uint8Array>()
function plainRoot(from: number, to: number): Uint8Array {
  const name = `${from} ${to}`
  const root = plainRoots.get(name) ?? makePlainRoot(from, to)
  plainRoots.set(name, root)
  return root
}

function makePlainRoot(from: number, to: number): Uint8Array {
  const leaf = leaves[from]
  if (to - from === 1 && leaf) return leaf
  let split = 1
  while (split * 2 < to - from) split *= 2
  return hashNode(plainRoot(from, from + split), plainRoot(from + split, to))
}

const level1 = [plainRoot(0, 256), plainRoot(256, 512)]
const read: ReadHashes = (level, from, count) =>
  Promise.resolve((level === 0 ? leaves : level === 1 ? level1 : []).slice(from, from + count))

const sizes = fc.integer({ min: 1, max: LARGEST })
/** A number below another, from one draw. */
const below = (size: number, draw: number): number => draw % size

describe('roots', () => {
  it('are those of the recursive definition, of every size from 0 to 600', async () => {
    expect(await rootOf(0, read)).toEqual(EMPTY_ROOT)
    for (let size = 1; size <= LARGEST; size += 1) {
      const root = await rootOf(size, read)
      expect(equalBytes(root, plainRoot(0, size)), `size ${size}`).toBe(true)
    }
  })

  it('are not made of hashes that are missing', async () => {
    await expect(rootOf(513, (level, from, count) => read(level, from, count - 1))).rejects.toThrow(
      'The log has no hashes',
    )
  })
})

describe('proofs', () => {
  it('of inclusion hold for the leaf and its place, and for no other leaf, place, size or root', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), fc.nat(), async (size, one, other) => {
        const index = below(size, one)
        const [leafHash, root] = [leaves[index] ?? EMPTY_ROOT, plainRoot(0, size)]
        const path = await proveInclusion(index, size, read)
        const proof = { index, size, leafHash, path }
        expect(verifyInclusion(proof, root)).toBe(true)
        const wrong = below(size, other)
        if (wrong !== index) {
          expect(verifyInclusion({ ...proof, index: wrong }, root)).toBe(false)
          expect(verifyInclusion({ ...proof, leafHash: leaves[wrong] ?? EMPTY_ROOT }, root)).toBe(false)
        }
        expect(verifyInclusion({ ...proof, path: [...path, root] }, root)).toBe(false)
        if (path.length > 0) expect(verifyInclusion({ ...proof, path: path.slice(1) }, root)).toBe(false)
        expect(verifyInclusion(proof, plainRoot(0, (size % LARGEST) + 1))).toBe(false)
      }),
      { numRuns: 300 },
    )
  })

  it('of inclusion hold for every leaf of a few sizes around a tile’s border', async () => {
    for (const size of [1, 2, 3, 255, 256, 257])
      for (let index = 0; index < size; index += 1) {
        const leafHash = leaves[index] ?? EMPTY_ROOT
        const path = await proveInclusion(index, size, read)
        const holds = verifyInclusion({ index, size, leafHash, path }, plainRoot(0, size))
        if (!holds) expect.fail(`leaf ${index} of ${size}`)
      }
  })

  it('of consistency hold between two sizes of one tree, and not with another root', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), fc.nat(), async (size, one, flipped) => {
        const oldSize = below(size, one) + 1
        const path = await proveConsistency(oldSize, size, read)
        const proof = { oldSize, oldRoot: plainRoot(0, oldSize), size, root: plainRoot(0, size), path }
        expect(verifyConsistency(proof)).toBe(true)
        const other = EMPTY_ROOT
        expect(verifyConsistency({ ...proof, oldRoot: other })).toBe(false)
        expect(verifyConsistency({ ...proof, root: other })).toBe(false)
        expect(verifyConsistency({ ...proof, path: [...path, other] })).toBe(false)
        if (path.length === 0) return
        const at = below(path.length, flipped)
        expect(verifyConsistency({ ...proof, path: path.with(at, other) })).toBe(false)
        expect(verifyConsistency({ ...proof, path: path.toSpliced(at, 1) })).toBe(false)
      }),
      { numRuns: 300 },
    )
  })

  it('of consistency hold for every pair of sizes up to 70', async () => {
    for (let size = 1; size <= 70; size += 1)
      for (let oldSize = 1; oldSize <= size; oldSize += 1) {
        const path = await proveConsistency(oldSize, size, read)
        const roots = { oldRoot: plainRoot(0, oldSize), root: plainRoot(0, size) }
        if (!verifyConsistency({ oldSize, size, path, ...roots })) expect.fail(`${oldSize} to ${size}`)
      }
  })
})
