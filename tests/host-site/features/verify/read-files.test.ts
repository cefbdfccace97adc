import { describe, expect, it } from 'vitest'
import { bakePng, bakeSvg } from '../../../../api/features/tags/files'
import { readFiles } from '../../../../host-site/features/verify/tag-checker'
import { picture } from '../../../support/pictures'
import { aFile } from '../../support/checked-tags'

const json = '{"id":"urn:1","name":"Zoë"}'
const credential = { id: 'urn:1', name: 'Zoë' }
const proof = 'c2sp.org/tlog-proof@v1\nindex 0\n\nlog\n'
const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'
const read = (proofText: string | null) => ({ credentialText: json, credential, proof: proofText })

describe('files, whatever they are called', () => {
  it.each([
    ['a credential', [aFile('a.txt', json)], null],
    ['a credential with its proof, in any order', [aFile('b', proof), aFile('a', json)], proof],
    ['a presentation of one', [aFile('wallet.json', `{"verifiableCredential":[${json}]}`)], null],
    ['a baked drawing', [aFile('a.svg', bakeSvg(drawing, json))], null],
  ] as const)('are read: %s', async (_what, files, withProof) => {
    expect(await readFiles(files, null)).toEqual(read(withProof))
  })

  it('are read: a baked picture', async () => {
    const baked = new Uint8Array(bakePng(await picture('png'), json))
    expect(await readFiles([aFile('a.png', baked)], null)).toEqual(read(null))
  })

  it('are refused: a picture without a credential', async () => {
    const refused = { problem: 'no-credential-inside', fileName: 'a.png' }
    expect(await readFiles([aFile('a.png', await picture('png'))], null)).toEqual(refused)
  })

  it.each([
    ['a drawing without one', [aFile('a.svg', drawing)], 'no-credential-inside', 'a.svg'],
    ['a text', [aFile('a.json', 'Hello')], 'unreadable', 'a.json'],
    ['a file of nothing', [aFile('a.json')], 'unreadable', 'a.json'],
    ['JSON that breaks off', [aFile('a.json', '{"id":')], 'unreadable', 'a.json'],
    ['JSON that can be read in two ways', [aFile('a.json', '{"id":"a","id":"b"}')], 'unreadable', 'a.json'],
    ['bytes that are no letters', [aFile('a.json', new Uint8Array([0x7b, 0xff, 0xfe]))], 'unreadable', 'a.json'],
    ['a proof alone', [aFile('a', proof)], 'proof-alone', 'a'],
    ['two credentials', [aFile('a', json), aFile('b', json)], 'several', ''],
    ['two proofs', [aFile('a', json), aFile('b', proof), aFile('c', proof)], 'several', ''],
    ['a presentation of two', [aFile('w.json', `{"verifiableCredential":[${json},${json}]}`)], 'several', 'w.json'],
    ['a right file beside a wrong one', [aFile('a', json), aFile('b', 'Hello')], 'unreadable', 'b'],
  ] as const)('are refused: %s', async (_what, files, problem, fileName) => {
    expect(await readFiles(files, null)).toEqual({ problem, fileName })
  })

  it('are not even read when they are too large', async () => {
    const large = aFile('film.json', json)
    Object.defineProperties(large, {
      size: { value: 5_000_001 },
      arrayBuffer: { value: () => Promise.reject(new Error('It was read.')) },
    })
    expect(await readFiles([large], null)).toEqual({ problem: 'too-large', fileName: 'film.json' })
  })

  it('that are a proof alone belong to the credential before', async () => {
    const before = { ...read(null), statusList: null }
    expect(await readFiles([aFile('a', proof)], before)).toEqual({ ...before, proof })
  })
})
