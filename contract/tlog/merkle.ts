/** The Merkle tree of RFC 6962, section 2: SHA-256; leaves and nodes differ in their first byte. */
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, equalBytes } from '../bytes'

export const HASH_BYTES = 32

/** Root of the tree without leaves. */
export const EMPTY_ROOT: Uint8Array = sha256(new Uint8Array(0))

export const hashLeaf = (entry: Uint8Array): Uint8Array => sha256(concatBytes(Uint8Array.of(0), entry))

export const hashNode = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  sha256(concatBytes(Uint8Array.of(1), left, right))

export interface InclusionProof {
  /** Index of the leaf, from zero. */
  index: number
  /** Leaves of the tree. */
  size: number
  leafHash: Uint8Array
  /** From the leaf's neighbour up. */
  path: readonly Uint8Array[]
}

/** Whether a leaf is at its position in the tree with a root (RFC 9162, section 2.1.3.2). */
export function verifyInclusion({ index, size, leafHash, path }: InclusionProof, root: Uint8Array): boolean {
  if (!isSize(index) || !isSize(size) || index >= size || !allHashes([leafHash, root, ...path])) return false
  let [place, last, hash] = [index, size - 1, leafHash]
  for (const neighbour of path) {
    if (last === 0) return false
    if (place % 2 === 1 || place === last) {
      hash = hashNode(neighbour, hash)
      while (place % 2 === 0 && place > 0) [place, last] = [half(place), half(last)]
    } else hash = hashNode(hash, neighbour)
    ;[place, last] = [half(place), half(last)]
  }
  return last === 0 && equalBytes(hash, root)
}

export interface TailProof {
  /** Index of the first of these leaves, from zero. */
  index: number
  /** Leaves of the tree. */
  size: number
  /** Every leaf from `index` to the end of the tree. */
  leafHashes: readonly Uint8Array[]
  /** Inclusion proof of the first leaf. */
  path: readonly Uint8Array[]
}

/**
 * Whether a tree ends with these leaves: hashes to the left come from the inclusion proof of the first leaf, the rest
 * is computed from the leaves.
 */
export function verifyTail({ index, size, leafHashes, path }: TailProof, root: Uint8Array): boolean {
  if (!isSize(index) || !isSize(size) || index + leafHashes.length !== size || !allHashes([...leafHashes, ...path]))
    return false
  const roots = leftNeighbours(index, size, path).toReversed()
  for (const [at, leafHash] of leafHashes.entries()) {
    let hash = leafHash
    // As many full trees end here as the number of leaves so far has trailing ones.
    for (let count = index + at; count % 2 === 1; count = half(count)) {
      const left = roots.pop()
      if (!left) return false
      hash = hashNode(left, hash)
    }
    roots.push(hash)
  }
  const whole = roots.reduceRight<Uint8Array | null>((right, left) => (right ? hashNode(left, right) : left), null)
  return whole !== null && equalBytes(whole, root)
}

/** The hashes to the left of the leaf in an inclusion proof, smallest tree first. */
function leftNeighbours(index: number, size: number, path: readonly Uint8Array[]): Uint8Array[] {
  const lefts: Uint8Array[] = []
  let [place, last] = [index, size - 1]
  for (const neighbour of path) {
    if (place % 2 === 1 || (place === last && place > 0)) {
      lefts.push(neighbour)
      while (place % 2 === 0 && place > 0) [place, last] = [half(place), half(last)]
    }
    ;[place, last] = [half(place), half(last)]
  }
  return lefts
}

export interface ConsistencyProof {
  oldSize: number
  oldRoot: Uint8Array
  size: number
  root: Uint8Array
  path: readonly Uint8Array[]
}

/**
 * Whether one tree starts with another (RFC 9162, section 2.1.4.2).
 * @returns false also for an old size of zero: there is nothing to prove
 */
export function verifyConsistency({ oldSize, oldRoot, size, root, path }: ConsistencyProof): boolean {
  if (!isSize(oldSize) || !isSize(size) || oldSize === 0 || oldSize > size) return false
  if (oldSize === size) return path.length === 0 && equalBytes(oldRoot, root)
  if (!allHashes([oldRoot, root, ...path])) return false
  // If the old tree is full, its root is the first hash.
  const hashes = isPowerOfTwo(oldSize) ? [oldRoot, ...path] : [...path]
  const first = hashes.shift()
  if (!first) return false
  let [place, last] = [oldSize - 1, size - 1]
  while (place % 2 === 1) [place, last] = [half(place), half(last)]
  let [old, young] = [first, first]
  for (const hash of hashes) {
    if (last === 0) return false
    if (place % 2 === 1 || place === last) {
      ;[old, young] = [hashNode(hash, old), hashNode(hash, young)]
      while (place % 2 === 0 && place > 0) [place, last] = [half(place), half(last)]
    } else young = hashNode(young, hash)
    ;[place, last] = [half(place), half(last)]
  }
  return last === 0 && equalBytes(old, oldRoot) && equalBytes(young, root)
}

/** Whether all leaves of a tree of this size have the same depth. Exact, unlike a logarithm of large sizes. */
export function isPowerOfTwo(size: number): boolean {
  let power = 1
  while (power < size) power *= 2
  return power === size
}

/** Not by shifting: sizes may exceed 32 bits. */
const half = (number: number): number => Math.floor(number / 2)

const isSize = (number: number): boolean => Number.isSafeInteger(number) && number >= 0

const allHashes = (hashes: readonly Uint8Array[]): boolean => hashes.every(({ length }) => length === HASH_BYTES)
