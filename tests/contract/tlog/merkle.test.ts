import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fromBase64, toHex, toUtf8 } from '../../../contract/bytes'
import { EMPTY_ROOT, hashLeaf, isPowerOfTwo, verifyConsistency, verifyInclusion } from '../../../contract/tlog/merkle'
import { readVectors, vectorsFolder } from '../../support/vectors'

const base64 = v.pipe(
  v.string(),
  v.transform((text) => fromBase64(text) ?? new Uint8Array(0)),
)
const path = v.pipe(
  v.nullable(v.array(base64)),
  v.transform((hashes) => hashes ?? []),
)
const consistencyVector = v.object({
  size1: v.number(),
  size2: v.number(),
  root1: base64,
  root2: base64,
  proof: path,
  wantErr: v.boolean(),
})
const inclusionVector = v.object({
  leafIdx: v.number(),
  treeSize: v.number(),
  root: base64,
  leafHash: base64,
  proof: path,
  wantErr: v.boolean(),
})
const vectors = v.record(v.string(), v.union([inclusionVector, consistencyVector]))
type Vector = v.InferOutput<typeof inclusionVector> | v.InferOutput<typeof consistencyVector>

const isRight = (vector: Vector): boolean =>
  'leafIdx' in vector
    ? verifyInclusion(
        { index: vector.leafIdx, size: vector.treeSize, leafHash: vector.leafHash, path: vector.proof },
        vector.root,
      )
    : verifyConsistency({
        oldSize: vector.size1,
        oldRoot: vector.root1,
        size: vector.size2,
        root: vector.root2,
        path: vector.proof,
      })

describe('the vectors of the transparency-dev project for RFC 6962', () => {
  it.skipIf(vectorsFolder() === null)('are judged as they should be, 196 of 196', () => {
    const all = Object.entries(v.parse(vectors, readVectors('rfc6962-transparency-dev.json')))
    const wrong = all.filter(([, vector]) => isRight(vector) === vector.wantErr).map(([name]) => name)
    expect(wrong).toEqual([])
    expect(all).toHaveLength(196)
    expect(all.filter(([, { wantErr }]) => !wantErr).length).toBeGreaterThan(10)
  })
})

describe('hashes', () => {
  it('are those of RFC 6962: of no leaf, of an empty one and of one with text', () => {
    expect(toHex(EMPTY_ROOT)).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(toHex(hashLeaf(new Uint8Array(0)))).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
    expect(toHex(hashLeaf(toUtf8('L123456')))).toBe('395aa064aa4c29f7010acfe3f25db9485bbd4b91897b6ad7ad547639252b4d56')
  })
})

describe('sizes that are powers of two', () => {
  it('are distinguished from their neighbors where a logarithm is inexact', () => {
    expect([2 ** 49 - 1, 2 ** 49, 2 ** 49 + 1].map(isPowerOfTwo)).toEqual([false, true, false])
    expect(Math.log2(2 ** 49 + 1)).toBe(49)
  })
})

describe('what is no proof', () => {
  const hash = hashLeaf(toUtf8('one'))

  it.each([
    { index: -1, size: 1 },
    { index: 0.5, size: 1 },
    { index: 1, size: 1 },
    { index: 0, size: Number.NaN },
    { index: 0, size: 2 ** 60 },
  ])('shows no inclusion: $index of $size', (place) => {
    expect(verifyInclusion({ ...place, leafHash: hash, path: [] }, hash)).toBe(false)
  })

  it('shows no inclusion with a hash that is too short', () => {
    expect(verifyInclusion({ index: 0, size: 1, leafHash: hash, path: [] }, hash)).toBe(true)
    const short = hash.slice(1)
    expect(verifyInclusion({ index: 0, size: 1, leafHash: short, path: [] }, short)).toBe(false)
  })

  it.each([
    { oldSize: 0, size: 1 },
    { oldSize: 2, size: 1 },
    { oldSize: 1.5, size: 2 },
    { oldSize: Number.POSITIVE_INFINITY, size: Number.POSITIVE_INFINITY },
  ])('shows no consistency: from $oldSize to $size', (sizes) => {
    expect(verifyConsistency({ ...sizes, oldRoot: hash, root: hash, path: [] })).toBe(false)
  })
})
