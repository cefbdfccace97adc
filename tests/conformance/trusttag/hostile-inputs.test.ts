import { crc32 } from 'node:zlib'
import { zipSync } from 'fflate'
import PdfDocument from 'pdfkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JsonObject } from '../../../api/features/credentials/build'
import { bakePng, bakeSvg } from '../../../api/features/tags/files'
import { sampleTags } from '../../../api/features/tags/verify'
import { newEd25519Key } from '../../../api/features/transparency-log/ed25519'
import { toUtf8 } from '../../../contract/bytes'
import { signCheckpoint } from '../../../contract/tlog/checkpoint'
import { verdictTexts } from '../../../contract/credential/report-texts'
import { didKeyOf, signAs } from '../../support/issued-tags'
import { sampleImage } from '../../support/sample-images'
import { file, HOST, openWorld, signedByAnother } from './verdicts-everywhere'
import type { DroppedFile, World } from './verdicts-everywhere'

type Files = Awaited<ReturnType<World['download']>>

let world: World
let genuine: Files
let other: Files
let revoked: Files
let sample: Files

beforeAll(async () => {
  world = await openWorld()
  genuine = await world.download(await world.issue())
  other = await world.download(await world.issue())
  revoked = await world.download(await world.issue())
  await world.revoke(revoked.id)
  sample = await world.download(sampleTags[0]?.id ?? '')
}, 120_000)
afterAll(() => world.close())

const { altered, revoked: gone } = verdictTexts
const wrongIssuer = verdictTexts['wrong-issuer']
const notLogged = verdictTexts['not-logged']
const damaged = verdictTexts['damaged-proof']
const notATag = verdictTexts['not-a-tag']

function swap(text: string, find: string | RegExp, replacement: string): string {
  const changed = text.replace(find, replacement)
  if (changed === text) throw new Error(`Nothing to change: ${find}`)
  return changed
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- files of the real issuer
const parse = (text: string): JsonObject => JSON.parse(text) as JsonObject

const json = (credential: string): DroppedFile[] => [file('credential.json', credential)]
const withProof = (credential: string, proof = genuine.proof): DroppedFile[] => [
  file('credential.json', credential),
  file('proof.tlog-proof', proof),
]

/** Drops the genuine credential with one change, and the genuine proof. */
const edited = (find: string | RegExp, replacement: string) => () =>
  withProof(swap(genuine.credential, find, replacement))

/** Drops the genuine credential with another proof. */
const proven = (change: (proof: string) => string) => () => withProof(genuine.credential, change(genuine.proof))

const proofs = (text: string): JsonObject[] => JSON.parse(JSON.stringify(parse(text).proof))
const withProofs = (change: (all: JsonObject[]) => unknown[]) => () =>
  withProof(JSON.stringify({ ...parse(genuine.credential), proof: change(proofs(genuine.credential)) }))

const bend = (proof: JsonObject | undefined): JsonObject => ({
  ...proof,
  proofValue: JSON.parse(JSON.stringify(proof?.proofValue ?? '')).replace(
    /^(z.{30})(.)/u,
    (_: string, head: string, letter: string) => head + (letter === '2' ? '3' : '2'),
  ),
})

const forgery = () => swap(genuine.credential, '"value":"80"', '"value":"100"')
const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'

async function pdfWith(...credentials: string[]): Promise<Uint8Array> {
  const document = new PdfDocument({ pdfVersion: '1.7' })
  for (const [at, one] of credentials.entries()) document.file(Buffer.from(one), { name: `credential-${at}.json` })
  document.file(Buffer.from(genuine.proof), { name: 'proof.tlog-proof' })
  document.text('TrustTag')
  document.end()
  const parts: Uint8Array[] = []
  for await (const part of document) if (part instanceof Uint8Array) parts.push(part)
  return new Uint8Array(Buffer.concat(parts))
}

/** A PNG in which one character of the score is another, with the right checksum. */
function repairedPng(): Uint8Array {
  const bytes = Buffer.from(genuine.png)
  bytes.write('"value":"98"', bytes.indexOf('"value":"80"'))
  const type = bytes.indexOf('iTXt')
  const length = bytes.readUInt32BE(type - 4)
  bytes.writeUInt32BE(crc32(bytes.subarray(type, type + 4 + length)), type + 4 + length)
  return new Uint8Array(bytes)
}

async function foreignCheckpoint(): Promise<DroppedFile[]> {
  const [head = '', note = ''] = genuine.proof.split('\n\n')
  const [origin = '', size = '', root = ''] = note.split('\n')
  const pair = newEd25519Key()
  const tree = { origin, size: Number(size), root: new Uint8Array(Buffer.from(root, 'base64')) }
  const key = { name: origin, type: 'ed25519' as const, publicKey: pair.publicKey }
  return withProof(genuine.credential, `${head}\n\n${await signCheckpoint(tree, key, (message) => pair.sign(message))}`)
}

/** The PDF, and after it a version of the attached credential that replaces the first one. */
const superseded = () => {
  const text = Buffer.from(genuine.pdf).toString('latin1')
  const [, number = ''] = /\/EF <<\s*\/F (\d+) 0 R/u.exec(text) ?? []
  const content = Buffer.from(forgery()).toString('latin1')
  const update = `\n${number} 0 obj\n<< /Type /EmbeddedFile /Length ${content.length} >>\nstream\n${content}\nendstream\nendobj\n`
  return [file('certificate.pdf', new Uint8Array(Buffer.from(text + update, 'latin1')))]
}

const deep = (count: number) => `{"a":${'['.repeat(count)}${']'.repeat(count)}}`
const pack = (files: Record<string, string | Uint8Array>) => [
  file(
    'all.zip',
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, one]) => [name, typeof one === 'string' ? toUtf8(one) : one]),
      ),
    ),
  ),
]
const signedInOurName = async () =>
  json(JSON.stringify(await signAs('did:web:localhost%3A4001', newEd25519Key(), parse(forgery()))))

/** Expected headline, or null where a file is refused with a reason of its own. */
const hostile: [name: string, headline: string | null, make: () => DroppedFile[] | Promise<DroppedFile[]>][] = [
  ['a better score', altered.title, edited('"value":"80"', '"value":"98"')],
  ['a better score in one topic', altered.title, edited('"value":"75"', '"value":"95"')],
  ['another name', altered.title, edited('Maria Álvarez', 'Mario Álvarez')],
  ['the name in other code points', altered.title, edited('Álvarez', 'Álvarez'.normalize('NFD'))],
  ['a look-alike letter in the name', altered.title, edited('Maria', 'Mаria')],
  ['another skill', altered.title, edited('"name":"Electrician"', '"name":"Surgeon"')],
  ['an earlier first day', altered.title, edited('"validFrom":"2026', '"validFrom":"2016')],
  ['a later last day', altered.title, edited('"validUntil":"2027', '"validUntil":"2037')],
  ['no last day', altered.title, edited(/"validUntil":"[^"]+",/u, '')],
  ['another salt', altered.title, edited(/"salt":"./u, '"salt":"_-')],
  ['other criteria', altered.title, edited('not a license', 'a license')],
  ['another bit of the list', altered.title, edited(/"statusListIndex":"/u, '$&1')],
  [
    'a list of another host',
    altered.title,
    edited(`"statusListCredential":"http://${HOST}`, '"statusListCredential":"http://evil.example'),
  ],
  ['no status', altered.title, edited(/"credentialStatus":\{[^}]+\}/u, '"credentialStatus":{}')],
  ['a property more', altered.title, edited('{', '{"license":"State of Michigan",')],
  ['__proto__ as a property', altered.title, edited('{', '{"__proto__":{"score":100},')],
  ['constructor as a property', altered.title, edited('{', '{"constructor":{"prototype":{"isValid":true}},')],
  ['another context', altered.title, edited('context-3.0.3.json', 'context-3.0.2.json')],
  ['a context more', altered.title, edited(/(extensions\.json")/u, '$1,{"name":"urn:x"}')],
  ['another context that renames terms', altered.title, edited('"@context":[', '"@context":[{"score":"urn:x"},')],
  ['another issuer name', altered.title, edited('"name":"TrustTag"', '"name":"TrustTag Gold"')],
  ['one letter of the first signature', altered.title, withProofs(([one, two]) => [bend(one), two])],
  ['one letter of the second signature', altered.title, withProofs(([one, two]) => [one, bend(two)])],
  ['no signature', altered.title, withProofs(() => [])],
  ['the first signature alone', altered.title, withProofs((all) => all.slice(0, 1))],
  ['the second signature alone', altered.title, withProofs((all) => all.slice(1))],
  ['signatures in another order', altered.title, withProofs((all) => all.toReversed())],
  ['a third signature', altered.title, withProofs((all) => [...all, all[1]])],
  ['signatures of another TrustTag', altered.title, withProofs(() => proofs(other.credential))],
  ['another time of signing', altered.title, edited(/"created":"20/gu, '"created":"19')],
  ['a key twice', altered.title, edited('{', '{"name":"TrustTag: Surgeon",')],
  ['a key twice, once escaped', altered.title, edited('{', String.raw`{"n\u0061me":"TrustTag: Surgeon",`)],
  [
    'a forger with a key of their own',
    wrongIssuer.title,
    () => {
      const pair = newEd25519Key()
      return signAs(didKeyOf(pair), pair, { ...parse(forgery()), issuer: didKeyOf(pair) }).then((one) =>
        json(JSON.stringify(one)),
      )
    },
  ],
  ['a forger in our name', wrongIssuer.title, signedInOurName],
  ['a forger on their own host', wrongIssuer.title, async () => json(await signedByAnother(forgery()))],
  [
    'a sample as a live one',
    altered.title,
    () => withProof(swap(sample.credential, /%3A4001:test/gu, '%3A4001'), sample.proof),
  ],
  ['the proof of another TrustTag', notLogged.title, proven(() => other.proof)],
  ['the proof of a sample', notLogged.title, proven(() => sample.proof)],
  ['a log signed by another key', notLogged.title, foreignCheckpoint],
  ['another place in the log', notLogged.title, proven((proof) => swap(proof, /^index \d+/mu, 'index 2'))],
  ['half of the proof', damaged.title, proven((proof) => proof.slice(0, proof.length / 2))],
  ['a proof without its last line', damaged.title, proven((proof) => proof.split('\n').slice(0, -2).join('\n'))],
  ['a proof without its last character', damaged.title, proven((proof) => proof.slice(0, -1))],
  [
    'a letter of the log’s signature',
    damaged.title,
    proven((proof) => proof.replace(/(.)(.{12}\n)$/u, (_, letter, rest) => (letter === 'A' ? 'B' : 'A') + rest)),
  ],
  ['another size of the log', damaged.title, proven((proof) => swap(proof, /(\n\n[^\n]+\n)\d+/u, '$1999'))],
  ['an empty proof', damaged.title, proven(() => 'c2sp.org/tlog-proof@v1\n')],
  ['a revoked one with its own proof', gone.title, () => withProof(revoked.credential, revoked.proof)],
  ['a revoked one in a badge', gone.title, () => [file('badge.png', revoked.png)]],
  ['a PNG with two credentials', altered.title, () => [file('badge.png', bakePng(genuine.png, forgery()))]],
  ['a PNG with another score and the right checksum', altered.title, () => [file('badge.png', repairedPng())]],
  [
    'a PNG with the credential in the wrong chunk',
    null,
    () => [
      file(
        'badge.png',
        new Uint8Array(Buffer.from(Buffer.from(genuine.png).toString('latin1').replace('iTXt', 'tEXt'), 'latin1')),
      ),
    ],
  ],
  ['an SVG with two credentials', altered.title, () => [file('badge.svg', bakeSvg(genuine.svg, forgery()))]],
  [
    'an SVG with the credential in a comment',
    null,
    () => [
      file(
        'badge.svg',
        DRAWING.replace(
          '<path',
          `<!--<openbadges:credential><![CDATA[${genuine.credential}]]></openbadges:credential>--><path`,
        ),
      ),
    ],
  ],
  [
    'an SVG with a document type',
    null,
    () => [file('badge.svg', `<!DOCTYPE svg [<!ENTITY a "b">]>${bakeSvg(DRAWING, genuine.credential)}`)],
  ],
  ['a cut PNG', null, () => [file('badge.png', genuine.png.slice(0, 900))]],
  ['a plain picture', null, async () => [file('badge.png', await sampleImage('png'))]],
  [
    'a PDF with two credentials',
    altered.title,
    async () => [file('a.pdf', await pdfWith(genuine.credential, forgery()))],
  ],
  ['a PDF with an altered credential', altered.title, async () => [file('a.pdf', await pdfWith(forgery()))]],
  ['a PDF with a replaced attachment', altered.title, superseded],
  [
    'a PDF that is cut off within its attachment',
    null,
    () => [file('a.pdf', genuine.pdf.slice(0, Buffer.from(genuine.pdf).indexOf('/EmbeddedFile') + 400))],
  ],
  ['a wallet file of two', altered.title, () => json(`{"verifiableCredential":[${genuine.credential},${forgery()}]}`)],
  [
    'an archive with a forgery beside the genuine one',
    altered.title,
    () => pack({ 'a.json': genuine.credential, 'b.json': forgery() }),
  ],
  [
    'an archive with a forged text',
    altered.title,
    () => pack({ 'a.json': genuine.credential, 'a.txt': genuine.text.replace('80%', '98%') }),
  ],
  ['a text with another name', altered.title, () => [file('a.txt', genuine.text.replace('Maria', 'Mario'))]],
  [
    'a text with a longer name',
    altered.title,
    () => [file('a.txt', genuine.text.replace('Maria Álvarez', 'Maria Álvarez Gómez'))],
  ],
  ['a text with another skill', altered.title, () => [file('a.txt', genuine.text.replace('Electrician', 'Surgeon'))]],
  [
    'a text with another day',
    altered.title,
    () => [file('a.txt', genuine.text.replace('20 November 2026', '20 November 2025'))],
  ],
  ['a text with another topic', altered.title, () => [file('a.txt', genuine.text.replace('3 of 4', '4 of 4'))]],
  [
    'a text with another log entry',
    altered.title,
    () => [file('a.txt', genuine.text.replace(/[0-9a-f]{64}/u, '0'.repeat(64)))],
  ],
  ['the text of a revoked one', gone.title, () => [file('a.txt', revoked.text)]],
  ['JSON of 200,000 levels', null, () => json(deep(200_000))],
  ['other JSON', notATag.title, () => json('{"name":"package"}')],
  ['null', null, () => json('null')],
  ['bytes that are no letters', null, () => [file('a.json', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]))]],
  ['an archive in an archive', null, () => pack({ 'a.zip': zipSync({ 'a.json': toUtf8(genuine.credential) }) })],
  ['an archive with a path outside', null, () => pack({ '../../a.json': forgery() })],
]

it('there are 46 and more of them, each with a name of its own', () => {
  expect(new Set(hostile.map(([name]) => name)).size).toBe(hostile.length)
  expect(hostile.length).toBeGreaterThanOrEqual(46)
})

it('the genuine files that they are made of are valid', async () => {
  const { page, command, server } = await world.checkEverywhere(withProof(genuine.credential))
  expect([page.title, command.code, server.isValid]).toEqual(['Valid TrustTag', 0, true])
  const paper = await world.checkEverywhere([file('a.pdf', await pdfWith(genuine.credential))])
  expect([paper.page.title, paper.command.code, paper.server.isValid]).toEqual(['Valid TrustTag', 0, true])
})

it.each(hostile)('%s is refused on the page, in the terminal and on the server', async (_name, headline, make) => {
  const { page, command, server } = await world.checkEverywhere(await make())
  expect(page.title).not.toMatch(/Valid TrustTag$/u)
  expect([command.code === 0, server.isValid]).toEqual([false, false])
  if (headline === null) {
    expect([page.facts, command.code]).toEqual([null, 2])
    expect(command.title).toContain(page.title)
    expect(server.title).toBe(page.title)
  } else expect([page.title, command.title, server.title]).toEqual([headline, headline, headline])
})
