import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { bakePng, bakeSvg } from '../../../api/features/tags/files'
import { toUtf8 } from '../../../contract/bytes'
import { proofAlone, readTagFiles, TAG_FILE_MAX_BYTES } from '../../../contract/tag-files/read'
import { sampleImage } from '../../support/sample-images'

const json = '{"id":"urn:1","name":"Zoë"}'
const proof = 'c2sp.org/tlog-proof@v1\nindex 0\n\nlog\n'
const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'

const file = (name: string, content: string | Uint8Array = '') => ({
  name,
  bytes: typeof content === 'string' ? toUtf8(content) : content,
})
const tag = (fileNames: string[], more: object = {}) => ({
  tags: [{ credential: json, proofs: [], fileNames, isPaper: false, isDoubled: false, ...more }],
  texts: [],
})
/** As `>` in Windows PowerShell 5 writes it. */
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')
const paper = { isPaper: true }
const doubled = { credential: '', isDoubled: true }

describe('files, with any name', () => {
  it.each([
    ['a credential', [file('a.txt', json)], tag(['a.txt'])],
    ['with its proof, in any order', [file('b', proof), file('a', json)], tag(['a'], { proofs: [proof] })],
    ['twice', [file('a', json), file('b', `${json}\n`)], tag(['a', 'b'])],
    ['a presentation of one', [file('w', `{"verifiableCredential":[${json}]}`)], tag(['w'])],
    ['a baked drawing', [file('a.svg', bakeSvg(drawing, json))], tag(['a.svg'], paper)],
    ['one with its proof', [file('a', bakeSvg(drawing, json, proof))], tag(['a'], { ...paper, proofs: [proof] })],
    [
      'an archive, other files ignored',
      [file('a.zip', zipSync({ 'a/b.json': toUtf8(json), 'a/c': toUtf8(proof), 'd.txt': toUtf8('Hello') }))],
      tag(['a/b.json'], { proofs: [proof] }),
    ],
    ['a credential in UTF-16LE', [file('a', utf16(json))], tag(['a'])],
    ['a credential in UTF-16BE', [file('a', utf16(json).swap16())], tag(['a'])],
    ['a credential in UTF-8 with its mark', [file('a', `\uFEFF${json}`)], tag(['a'])],
    ['with its proof in UTF-16', [file('b', utf16(proof)), file('a', json)], tag(['a'], { proofs: [proof] })],
    ['a baked drawing in UTF-16', [file('a.svg', utf16(bakeSvg(drawing, json)))], tag(['a.svg'], paper)],
    [
      'a baked drawing with another prefix',
      [
        file(
          'a.svg',
          bakeSvg(drawing, json, proof)
            .replaceAll('openbadges', 'ob')
            .replaceAll('tlog:', 't:')
            .replaceAll('xmlns:tlog', 'xmlns:t'),
        ),
      ],
      tag(['a.svg'], { ...paper, proofs: [proof] }),
    ],
    ['a presentation of two', [file('w', `{"verifiableCredential":[${json},${json}]}`)], tag(['w'], doubled)],
    ['a drawing with two', [file('a', bakeSvg(bakeSvg(drawing, json), json))], tag(['a'], { ...paper, ...doubled })],
  ] as const)('are read: %s', async (_what, files, found) => {
    expect(await readTagFiles(files)).toEqual(found)
  })

  it('are read: a badge image with its proof, and one with two credentials', async () => {
    const image = await sampleImage('png')
    const baked = bakePng(image, json, proof)
    expect(await readTagFiles([file('a.png', baked)])).toEqual(tag(['a.png'], { ...paper, proofs: [proof] }))
    const two = bakePng(bakePng(image, json), json)
    expect(await readTagFiles([file('a.png', two)])).toEqual(tag(['a.png'], { ...paper, ...doubled }))
  })

  it('are read as several, if they contain several', async () => {
    const other = json.replace('Zoë', 'Zoe')
    const found = await readTagFiles([file('a', json), file('b', other)])
    expect(found).toMatchObject({ tags: [{ credential: json }, { credential: other }] })
  })

  it('are refused: an image without a credential', async () => {
    const refused = { problem: 'no-credential-inside', fileName: 'a.png' }
    expect(await readTagFiles([file('a.png', await sampleImage('png'))])).toEqual(refused)
  })

  it.each([
    ['none', [], 'unreadable', ''],
    ['a drawing without one', [file('a.svg', drawing)], 'no-credential-inside', 'a.svg'],
    ['a text', [file('a.json', 'Hello')], 'unreadable', 'a.json'],
    ['a file of nothing', [file('a.json')], 'unreadable', 'a.json'],
    ['JSON that breaks off', [file('a.json', '{"id":')], 'unreadable', 'a.json'],
    ['bytes that are no letters', [file('a.json', new Uint8Array([0x7b, 0xff, 0xfe]))], 'unreadable', 'a.json'],
    ['a proof alone', [file('a', proof)], 'proof-alone', 'a'],
    ['a right file beside a wrong one', [file('a', json), file('b', 'Hello')], 'unreadable', 'b'],
    ['an archive of nothing', [file('a.zip', zipSync({ 'd.txt': toUtf8('Hello') }))], 'unreadable', 'a.zip'],
    ['half an archive', [file('a.zip', zipSync({ a: toUtf8(json) }).slice(0, -30))], 'damaged-archive', 'a.zip'],
    ['a large file', [file('film', new Uint8Array(TAG_FILE_MAX_BYTES + 1))], 'too-large', 'film'],
    ['a long text', [file('words.txt', toUtf8('Skill: A\n'.repeat(60_000)))], 'too-large', 'words.txt'],
    [
      'a text of 101 TrustTags',
      [file('all.txt', toUtf8('Skill: A\nTrustTag ID: TT-EL2024017\n'.repeat(101)))],
      'too-large',
      'all.txt',
    ],
    [
      'a PDF of dictionaries without an end',
      [file('heads.pdf', toUtf8(`%PDF-1.7\n${'1 0 obj<<'.repeat(50_000)}`))],
      'too-large',
      'heads.pdf',
    ],
  ] as const)('are refused: %s', async (_what, files, problem, fileName) => {
    expect(await readTagFiles(files)).toEqual({ problem, fileName })
  })

  it('are not unpacked beyond 20 MB or 50 files, whatever the archive claims', async () => {
    const bomb = zipSync({ 'a.json': new Uint8Array(21_000_000) }, { level: 9 })
    // The directory claims that it has one byte.
    const view = new DataView(bomb.buffer)
    view.setUint32(bomb.length - 22 - 46 - 6 + 24, 1, true)
    const refused = { problem: 'archive-too-large', fileName: 'bomb.zip' }
    expect(await readTagFiles([file('bomb.zip', bomb)])).toEqual(refused)
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`${at}.json`, toUtf8(json)]))
    expect(await readTagFiles([file('bomb.zip', zipSync(many))])).toEqual(refused)
    const folders = Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`${at}/`, new Uint8Array()]))
    expect(await readTagFiles([file('bomb.zip', zipSync(folders))])).toEqual(refused)
  })

  it('let other work run before each file, in archives too', async () => {
    const pausesFor = async (files: Parameters<typeof readTagFiles>[0]): Promise<number> => {
      let pauses = 0
      await readTagFiles(files, () => {
        pauses += 1
        return Promise.resolve()
      })
      return pauses
    }
    const archiveOf = (count: number) =>
      zipSync(
        Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.json`, [toUtf8(json), { level: 0 }]])),
      )
    const one = await pausesFor([file('a.json', json)])
    expect(await pausesFor([file('a.json', json), file('b.json', json)])).toBe(one + 1)
    const packed = await pausesFor([file('a.zip', archiveOf(1))])
    expect(await pausesFor([file('a.zip', archiveOf(11))])).toBe(packed + 10)
  })

  it('with a proof alone are recognized', () => {
    expect(proofAlone([file('a', proof)])).toBe(proof)
    expect(proofAlone([file('a', json)])).toBeNull()
    expect(proofAlone([file('a', proof), file('b', json)])).toBeNull()
  })
})
