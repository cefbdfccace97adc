import { createPrivateKey, generateKeyPairSync, sign as signWith } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { toBase64 } from '../../../contract/bytes'
import {
  cosign,
  formatTreeHead,
  parseTreeHead,
  signCheckpoint,
  verifyCheckpoint,
} from '../../../contract/tlog/checkpoint'
import type { Sign } from '../../../contract/tlog/checkpoint'
import { EMPTY_ROOT } from '../../../contract/tlog/merkle'
import { formatSignature, keyId } from '../../../contract/tlog/signed-note'
import type { SignatureType, VerifierKey } from '../../../contract/tlog/signed-note'

/** Node's own cryptography signs, so that our code does not verify itself. */
function aSigner(name: string, type: SignatureType): { key: VerifierKey; sign: Sign } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32))
  return { key: { name, type, publicKey: raw }, sign: (message) => new Uint8Array(signWith(null, message, privateKey)) }
}

const ORIGIN = 'example.com/log'
const log = aSigner(ORIGIN, 'ed25519')
const [one, two] = [aSigner('witness.example/one', 'cosignature'), aSigner('witness.example/two', 'cosignature')]
const head = { origin: ORIGIN, size: 7, root: new Uint8Array(32).fill(9) }
const text = formatTreeHead(head)
const signed = await signCheckpoint(head, log.key, log.sign)
const line = (witness: typeof one, time: number) => cosign(text, time, witness.key, witness.sign)
const keys = { logKeys: [log.key], witnessKeys: [one.key, two.key] }

describe('a tree head', () => {
  it('is read as it was written', () => expect(parseTreeHead(text)).toEqual(head))

  it('may have more lines, which are ignored', () => {
    expect(parseTreeHead(`${text}more\nand more\n`)).toEqual(head)
  })

  const [, , root = ''] = text.split('\n')
  it.each([
    ['of two lines', `${ORIGIN}\n7\n`],
    ['without a last newline', text.trimEnd()],
    ['without an origin', `\n7\n${root}\n`],
    ['with a size of leading zeroes', `${ORIGIN}\n07\n${root}\n`],
    ['with a size below zero', `${ORIGIN}\n-7\n${root}\n`],
    ['with a size in other digits', `${ORIGIN}\n٧\n${root}\n`],
    ['with a size that no number can hold', `${ORIGIN}\n9007199254740993\n${root}\n`],
    ['with a root that is too short', `${ORIGIN}\n7\n${toBase64(new Uint8Array(31))}\n`],
    ['with a root without its padding', `${ORIGIN}\n7\n${root.replace('=', '')}\n`],
    ['with an empty line after the third', `${text}\nmore\n`],
    ['of no entries and a root', `${ORIGIN}\n0\n${root}\n`],
  ])('is invalid %s', (_, wrong) => expect(parseTreeHead(wrong)).toBeNull())

  it('of no entries has the hash of nothing', () => {
    expect(parseTreeHead(formatTreeHead({ ...head, size: 0, root: EMPTY_ROOT }))?.size).toBe(0)
  })
})

describe('a checkpoint', () => {
  it('is right with the signature of its log', async () => {
    expect(await verifyCheckpoint(signed, keys)).toEqual({ ...head, cosignatures: [] })
  })

  it('says what its witnesses say, with their times, in the order of the keys', async () => {
    const cosigned = signed + (await line(two, 1_790_000_000)) + (await line(one, 1_790_000_005))
    expect((await verifyCheckpoint(cosigned, keys))?.cosignatures).toEqual([
      { name: one.key.name, time: 1_790_000_005 },
      { name: two.key.name, time: 1_790_000_000 },
    ])
  })

  it('counts a witness that signed twice once, with its first time', async () => {
    const first = await line(one, 1_790_000_000)
    const cosigned = signed + (await line(one, 1_790_000_009)) + first + first
    expect((await verifyCheckpoint(cosigned, keys))?.cosignatures).toEqual([
      { name: one.key.name, time: 1_790_000_000 },
    ])
  })

  it('is right with its signature twice, and in any order', async () => {
    const [, own = ''] = signed.split('\n\n')
    const mixed = `${text}\n${await line(one, 1)}${own}${own}`
    expect((await verifyCheckpoint(mixed, keys))?.cosignatures).toEqual([{ name: one.key.name, time: 1 }])
  })

  it('is right by an older key of the same log, by a newer one, and by both', async () => {
    const newer = aSigner(ORIGIN, 'ed25519')
    const both = { logKeys: [log.key, newer.key], witnessKeys: [] }
    const byNewer = await signCheckpoint(head, newer.key, newer.sign)
    expect((await verifyCheckpoint(signed, both))?.size).toBe(7)
    expect((await verifyCheckpoint(byNewer, both))?.size).toBe(7)
    expect((await verifyCheckpoint(signed + byNewer.split('\n\n')[1], both))?.size).toBe(7)
    expect(await verifyCheckpoint(byNewer, keys)).toBeNull()
  })

  it('is right with signatures of others below it, whatever names they use', async () => {
    const strangers = [aSigner('witness.example/three', 'cosignature'), aSigner(one.key.name, 'cosignature')]
    const lines = await Promise.all(strangers.map((stranger) => line(stranger, 1)))
    const otherKind = formatSignature({ ...log.key, type: 'cosignature' }, new Uint8Array(72))
    expect(await verifyCheckpoint(signed + lines.join('') + otherKind, keys)).toEqual({ ...head, cosignatures: [] })
  })

  it('keeps lines of its log that we do not know, signed and cosigned with the rest', async () => {
    const longer = `${text}more\n`
    const note = `${longer}\n${formatSignature(log.key, await log.sign(new TextEncoder().encode(longer)))}`
    const cosigned = note + (await cosign(longer, 5, one.key, one.sign))
    expect((await verifyCheckpoint(cosigned, keys))?.cosignatures).toEqual([{ name: one.key.name, time: 5 }])
    expect(await verifyCheckpoint(cosigned.replace('more', 'less'), keys)).toBeNull()
  })
})

describe('a checkpoint that is not to be trusted', () => {
  const wrongLine = (key: VerifierKey, bytes: number) => formatSignature(key, new Uint8Array(bytes).fill(1))

  it('has no signature of its log', async () => {
    expect(await verifyCheckpoint(`${text}\n${await line(one, 1)}`, keys)).toBeNull()
    expect(await verifyCheckpoint(signed, { ...keys, logKeys: [] })).toBeNull()
    expect(await verifyCheckpoint(signed, { ...keys, logKeys: [aSigner(ORIGIN, 'ed25519').key] })).toBeNull()
  })

  it('is signed by a key of another log', async () => {
    const other = { ...log.key, name: 'example.com/other' }
    const note = await signCheckpoint(head, other, log.sign)
    expect(await verifyCheckpoint(note, { ...keys, logKeys: [other] })).toBeNull()
  })

  it('is spoilt by a wrong signature in its log’s name, even beside a right one', async () => {
    expect(await verifyCheckpoint(signed + wrongLine(log.key, 64), keys)).toBeNull()
    expect(await verifyCheckpoint(signed + wrongLine(log.key, 10), keys)).toBeNull()
  })

  it('is spoilt by a wrong signature in a known witness’s name, even after a right one', async () => {
    expect(await verifyCheckpoint(signed + wrongLine(one.key, 72), keys)).toBeNull()
    expect(await verifyCheckpoint(signed + (await line(one, 1)) + wrongLine(one.key, 72), keys)).toBeNull()
    expect(await verifyCheckpoint(signed + wrongLine(one.key, 64), keys)).toBeNull()
  })

  it('has a cosignature with a changed time, or an invalid one', async () => {
    const [, , encoded = ''] = (await line(one, 1_790_000_000)).trimEnd().split(' ')
    const bytes = Buffer.from(encoded, 'base64')
    bytes[11] = (bytes[11] ?? 0) ^ 1
    const moved = `— ${one.key.name} ${bytes.toString('base64')}\n`
    expect(await verifyCheckpoint(signed + moved, keys)).toBeNull()
    expect(await verifyCheckpoint(signed + (await line(one, 0)), keys)).toBeNull()
  })

  it('has a cosignature of another tree', async () => {
    const other = await cosign(formatTreeHead({ ...head, size: 8 }), 1, one.key, one.sign)
    expect(await verifyCheckpoint(signed + other, keys)).toBeNull()
  })

  it('has a witness’s plain signature in place of a cosignature', async () => {
    const plain = formatSignature(one.key, await one.sign(new TextEncoder().encode(text)))
    expect(await verifyCheckpoint(signed + plain, keys)).toBeNull()
  })

  it('was changed anywhere', async () => {
    const [, signature = ''] = signed.split('\n\n')
    for (let at = 0; at < text.length; at += 1) {
      const changed = `${text.slice(0, at)}${text[at] === 'X' ? 'Y' : 'X'}${text.slice(at + 1)}`
      if ((await verifyCheckpoint(`${changed}\n${signature}`, keys)) !== null) expect.fail(`letter ${at}`)
    }
  })
})

/** Built by hand as in c2sp.org/tlog-cosignature. */
describe('a cosignature', () => {
  it('signs two lines and the text, and stands behind id and time, the greatest byte first', async () => {
    const seed = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 5)])
    const privateKey = createPrivateKey({ key: seed, format: 'der', type: 'pkcs8' })
    const message = Buffer.from(`cosignature/v1\ntime 1679315147\n${text}`)
    const stamp = Buffer.from('00000000641850cb', 'hex')
    const expected = Buffer.concat([keyId(one.key), stamp, signWith(null, message, privateKey)]).toString('base64')
    const sign: Sign = (bytes) => new Uint8Array(signWith(null, bytes, privateKey))
    expect(await cosign(text, 1_679_315_147, one.key, sign)).toBe(`— ${one.key.name} ${expected}\n`)
  })
})
