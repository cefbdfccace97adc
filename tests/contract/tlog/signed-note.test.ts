import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fromHex, toBase64, toHex, toUtf8 } from '../../../contract/bytes'
import { verifyEd25519 } from '../../../contract/ed25519'
import {
  formatSignature,
  formatVerifierKey,
  keyId,
  parseNote,
  parseSignatures,
  parseVerifierKey,
  signaturesOf,
} from '../../../contract/tlog/signed-note'
import { readVectors, vectorsFolder } from '../../support/vectors'

const examples = v.object({ signedNote: v.object({ vkey: v.string(), note: v.string() }) })
const VKEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
const key = parseVerifierKey(VKEY)!
const line = formatSignature(key, new Uint8Array(64))

describe('the example of c2sp.org/signed-note', () => {
  it.skipIf(vectorsFolder() === null)('is verified by its key, and not once its text is another', async () => {
    const { vkey, note } = v.parse(examples, readVectors('c2sp-examples.json')).signedNote
    const [signer, parsed] = [parseVerifierKey(vkey)!, parseNote(note)!]
    const [signature, ...others] = signaturesOf(parsed, signer)
    expect(others).toEqual([])
    expect(parsed.text).toBe('This is an example message.\n')
    expect(await verifyEd25519(signer.publicKey, toUtf8(parsed.text), signature!)).toBe(true)
    expect(await verifyEd25519(signer.publicKey, toUtf8(`${parsed.text}\n`), signature!)).toBe(false)
    expect(note.endsWith(formatSignature(signer, signature!))).toBe(true)
    expect(formatVerifierKey(signer)).toBe(vkey)
  })
})

describe('a verifier key', () => {
  it('is read with its name, its kind and its id', () => {
    expect(key).toMatchObject({ name: 'example.com/foo', type: 'ed25519' })
    expect(toHex(keyId(key))).toBe('530d903a')
    expect(formatVerifierKey(key)).toBe(VKEY)
  })

  it('has another id as a witness’s', () => {
    const witness = { ...key, type: 'cosignature' as const }
    expect(toHex(keyId(witness))).not.toBe('530d903a')
    expect(parseVerifierKey(formatVerifierKey(witness))).toEqual(witness)
  })

  it.each([
    '',
    'example.com/foo',
    'example.com/foo+530d903a',
    // Another ID, another name, capitals.
    VKEY.replace('530d903a', '530d903b'),
    VKEY.replace('/foo', '/bar'),
    VKEY.replace('530d903a', '530D903A'),
    `+530d903a+${toBase64(key.publicKey)}`,
    'example .com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
    // ECDSA, and an unknown type; too short; not base64; base64 with non-zero last bits.
    `example.com/foo+530d903a+${toBase64(Uint8Array.of(2, ...key.publicKey))}`,
    `example.com/foo+530d903a+${toBase64(Uint8Array.of(255, ...key.publicKey))}`,
    `example.com/foo+530d903a+${toBase64(Uint8Array.of(1, ...key.publicKey.slice(1)))}`,
    VKEY.slice(0, -1),
    `${VKEY}\n`,
  ])('is not %j', (text) => expect(parseVerifierKey(text)).toBeNull())
})

describe('a note', () => {
  it('ends its text at the last empty line', () => {
    expect(parseNote(`one\n\ntwo\n\n${line}`)?.text).toBe('one\n\ntwo\n')
    expect(parseNote(`one\n\n\n${line}`)?.text).toBe('one\n\n')
    expect(parseNote(`\n\n${line}`)?.text).toBe('\n')
  })

  it('passes with 16 signatures of the greatest kind, and with a hundred', () => {
    const great = formatSignature({ ...key, name: 'a'.repeat(200) }, new Uint8Array(5_000))
    expect(parseNote(`text\n\n${great.repeat(16)}`)?.signatures).toHaveLength(16)
    expect(parseNote(`text\n\n${line.repeat(100)}`)?.signatures).toHaveLength(100)
  })

  it.each([
    ['without signature', 'text\n'],
    ['without signature after the empty line', 'text\n\n'],
    ['without empty line', `text\n${line}`],
    ['without last newline', `text\n\n${line.trimEnd()}`],
    ['with a hyphen for the dash', `text\n\n${line.replace('—', '-')}`],
    ['with two spaces', `text\n\n${line.replace('— ', '—  ')}`],
    ['with another line among the signatures', `text\n\n${line}text\n${line}`],
    ['with a key name that has a plus', `text\n\n${line.replace('example', 'exa+mple')}`],
    ['with a key name that has a space of another kind', `text\n\n${line.replace('example', 'exa\u2003mple')}`],
    ['with a signature that is no base64', `text\n\n${line.replace('AAAA', '*AAA')}`],
    ['with a signature of four bytes, all id', `text\n\n${formatSignature(key, new Uint8Array(0))}`],
    ['with a carriage return', `text\r\n\n${line}`],
    ['with a tab', `te\txt\n\n${line}`],
    ['with a zero byte', `te\u0000xt\n\n${line}`],
    ['with half a character', `te\ud800xt\n\n${line}`],
    ['with too many signatures', `text\n\n${line.repeat(101)}`],
    ['of great length', `${'text\n'.repeat(50_000)}\n${line}`],
  ])('is invalid %s', (_, note) => expect(parseNote(note)).toBeNull())

  it('has control characters above U+001F nowhere in the rules, and so they pass', () => {
    expect(parseNote(`te\u007fxt\n\n${line}`)?.text).toBe('te\u007fxt\n')
  })
})

describe('signatures', () => {
  it('are found by name and id together', () => {
    const sameId = { ...key, name: 'example.com/bar' }
    const stranger = `— ${sameId.name} ${toBase64(Uint8Array.of(...keyId(key), ...new Uint8Array(64)))}\n`
    const sameName = formatSignature({ ...key, publicKey: fromHex('00'.repeat(32))! }, new Uint8Array(64))
    const signatures = parseSignatures(stranger + sameName + line)!
    expect(signatures).toHaveLength(3)
    expect(signaturesOf({ signatures }, key)).toEqual([new Uint8Array(64)])
  })
})
