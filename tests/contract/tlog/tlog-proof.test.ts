import * as fc from '../../support/fast-check'
import { describe, expect, it } from 'vitest'
import { formatTlogProof, parseTlogProof } from '../../../contract/tlog/tlog-proof'

const HASH = 'A'.repeat(43) + '='
const CHECKPOINT = 'example.com/log\n2\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n— example.com/log AAAA\n'
const PROOF = `c2sp.org/tlog-proof@v1\nindex 1\n${HASH}\n\n${CHECKPOINT}`

describe('a proof file', () => {
  it('is read', () => {
    expect(parseTlogProof(PROOF)).toEqual({ index: 1, path: [new Uint8Array(32)], checkpoint: CHECKPOINT })
  })

  it('has no path in a log of one entry', () => {
    const single = `c2sp.org/tlog-proof@v1\nindex 0\n\n${CHECKPOINT}`
    expect(parseTlogProof(single)).toEqual({ index: 0, path: [], checkpoint: CHECKPOINT })
    expect(formatTlogProof({ index: 0, path: [], checkpoint: CHECKPOINT })).toBe(single)
  })

  it('may have extra data, which is ignored', () => {
    expect(parseTlogProof(PROOF.replace('index', 'extra YWdl\nindex'))).toEqual(parseTlogProof(PROOF))
  })

  it('is read as it was written', () => {
    const proofs = fc.record({
      index: fc.maxSafeNat(),
      path: fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { maxLength: 63 }),
      checkpoint: fc.constant(CHECKPOINT),
    })
    fc.assert(
      fc.property(proofs, (proof) => {
        expect(parseTlogProof(formatTlogProof(proof))).toEqual(proof)
      }),
    )
  })

  it.each([
    ['of another version', PROOF.replace('@v1', '@v2')],
    ['without its first line', PROOF.slice(PROOF.indexOf('\n') + 1)],
    ['without an empty line', PROOF.replaceAll('\n\n', '\n')],
    ['without an index', PROOF.replace('index 1\n', '')],
    ['with an index of leading zeroes', PROOF.replace('index 1', 'index 01')],
    ['with an index below zero', PROOF.replace('index 1', 'index -1')],
    ['with an index that no number can hold', PROOF.replace('index 1', 'index 9007199254740993')],
    ['with an index in words', PROOF.replace('index 1', 'index one')],
    ['with two indexes', PROOF.replace('index 1', 'index 1\nindex 1')],
    ['with extra data after the index', PROOF.replace('index 1', 'index 1\nextra YWdl')],
    ['with extra data twice', PROOF.replace('index', 'extra YWdl\nextra YWdl\nindex')],
    ['with extra data that is no base64', PROOF.replace('index', 'extra a b\nindex')],
    ['with a hash that is too short', PROOF.replace(HASH, 'AAAA')],
    ['with a hash that is no base64', PROOF.replace(HASH, '*'.repeat(44))],
    ['with more hashes than a tree is high', PROOF.replace(HASH, Array(64).fill(HASH).join('\n'))],
    ['with line ends of another system', PROOF.replaceAll('\n', '\r\n')],
    ['that is empty', ''],
  ])('is invalid %s', (_, text) => expect(parseTlogProof(text)).toBeNull())
})
