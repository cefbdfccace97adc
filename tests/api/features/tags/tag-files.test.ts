import { strFromU8, unzipSync } from 'fflate'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { loggedStatusList } from '../../../../api/features/credentials/status-list'
import { trustDocument } from '../../../../api/features/credentials/issuer'
import { tagFiles } from '../../../../contract/proof-paths'
import type { TagFile } from '../../../../contract/proof-paths'
import { readTrust } from '../../../../contract/credential/read-trust'
import { unbakePng } from '../../../../contract/credential/unbake-png'
import { unbakeSvg } from '../../../../contract/credential/unbake-svg'
import { verifyCredential } from '../../../../contract/credential/verify-credential'
import type { HeldTag } from '../../../../contract/schemas/tags'
import { readPdfAttachments } from '../../../support/read-pdf-attachments'
import { callHeaders } from '../../../support/start-api'
import { startWithHolders } from '../../../support/tag-holders'
import type { Holder, TagHolders } from '../../../support/tag-holders'
import { writeTestFonts } from '../../../support/write-test-fonts'

const names: readonly TagFile[] = [
  'credential.json',
  'proof.tlog-proof',
  'presentation.json',
  'badge.png',
  'badge.svg',
  'certificate.pdf',
]

let api: TagHolders
let holder: Holder
let tag: HeldTag

beforeAll(async () => {
  api = await startWithHolders()
  await writeTestFonts(join(api.folder, 'fonts'))
  holder = await api.join()
  tag = await api.earn(holder)
})
afterAll(() => api.close())

const pathOf = (file: string, id = tag.trustTagId) => `/trusttag/tags/${id}/${file}`
const ownPathOf = (file: string, id = tag.trustTagId) => `/trusttag/own-tags/${id}/${file}`
const ask = (path: string, headers: Record<string, string> = {}) => api.request(path, { headers })
const asHolder = (path: string, how = holder.how) => ask(path, callHeaders(how, false))
const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer())
const textAt = async (path: string) => (await ask(path)).text()

/** The result of a check with these files and the server's published documents. */
async function check(credential: string, proof: string) {
  const { services } = api
  const row = await api.store.credentials.find(tag.trustTagId)
  return verifyCredential({
    credential: JSON.parse(credential),
    proof,
    statusList: await loggedStatusList(services, 'test', row?.statusList ?? 0),
    trust: readTrust(trustDocument(services)),
    now: api.clock.now(),
  })
}

describe('the files of a TrustTag', () => {
  it('are public, without a key, from any page, and always revalidated', async () => {
    expect(Object.keys(tagFiles).toSorted()).toEqual([...names].toSorted())
    for (const file of names) {
      const answer = await ask(pathOf(file), { origin: 'https://some.example' })
      expect([file, answer.status]).toEqual([file, 200])
      expect(answer.headers.get('content-type')).toBe(tagFiles[file])
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(answer.headers.get('content-security-policy')).toContain('sandbox')
      expect(answer.headers.get('cache-control')).toBe('public, no-cache')
      const again = await ask(pathOf(file), { 'if-none-match': answer.headers.get('etag') ?? '' })
      expect([file, again.status]).toEqual([file, 304])
      expect((await api.request(pathOf(file), { method: 'POST' })).status).toBe(405)
    }
  })

  it('prove themselves: each with the credential verifies with the proof beside it', async () => {
    const [credential, proof] = [await textAt(pathOf('credential.json')), await textAt(pathOf('proof.tlog-proof'))]
    expect((await check(credential, proof)).verdict).toBe('valid')
    const baked = [
      unbakePng(await bytesOf(await ask(pathOf('badge.png')))),
      unbakeSvg(await textAt(pathOf('badge.svg'))),
    ]
    for (const text of baked) expect(JSON.parse(text ?? 'null')).toEqual(JSON.parse(credential))
    const presentation: unknown = JSON.parse(await textAt(pathOf('presentation.json')))
    expect(presentation).toEqual({
      '@context': ['https://www.w3.org/ns/credentials/v2'],
      type: ['VerifiablePresentation'],
      verifiableCredential: [JSON.parse(credential)],
    })
    const attached = readPdfAttachments(await bytesOf(await ask(pathOf('certificate.pdf'))))
    expect(attached).toEqual({ 'credential.json': credential, 'proof.tlog-proof': proof })
  })

  it('have a badge that every image reader accepts', async () => {
    expect(await sharp(await bytesOf(await ask(pathOf('badge.png')))).metadata()).toMatchObject({
      format: 'png',
      width: 400,
      height: 400,
    })
    const drawing = Buffer.from(await textAt(pathOf('badge.svg')))
    expect(await sharp(drawing).metadata()).toMatchObject({ format: 'svg', width: 400, height: 400 })
  })

  it('of a private one are as unknown as those of none', async () => {
    const { trustTagId } = await api.earn(await api.join(), 'Cook', { visibility: 'PRIVATE' })
    for (const file of names) {
      const [hidden, unknown] = [await ask(pathOf(file, trustTagId)), await ask(pathOf(file, 'TT-EL202600000000'))]
      expect([hidden.status, await hidden.text()]).toEqual([404, await unknown.text()])
    }
  })

  it('change when it is revoked: badge and certificate', async () => {
    const { trustTagId } = await api.earn(await api.join(), 'Mason')
    const etags = async () =>
      Promise.all(
        ['badge.png', 'badge.svg', 'certificate.pdf'].map(
          async (file) => (await ask(pathOf(file, trustTagId))).headers.get('etag') ?? '',
        ),
      )
    const before = await etags()
    expect(await etags()).toEqual(before)
    await api.revoke(trustTagId)
    const after = await etags()
    before.forEach((etag, index) => expect(after[index]).not.toBe(etag))
  })
})

describe('one’s own files', () => {
  it('have names unique to their TrustTag, private ones too', async () => {
    const other = await api.join()
    const { trustTagId } = await api.earn(other, 'Cook', { visibility: 'PRIVATE' })
    const name = `TrustTag-Cook-${trustTagId}`
    const endings = ['.json', '.tlog-proof', '-wallet.json', '.png', '.svg', '.pdf', '.zip']
    for (const [index, file] of [...names, 'everything.zip'].entries()) {
      const answer = await asHolder(ownPathOf(file, trustTagId), other.how)
      expect([file, answer.status]).toEqual([file, 200])
      expect(answer.headers.get('content-disposition')).toBe(
        `attachment; filename*=UTF-8''${name}${endings[index] ?? ''}`,
      )
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
    }
    const files = unzipSync(await bytesOf(await asHolder(ownPathOf('everything.zip', trustTagId), other.how)))
    expect(Object.keys(files).toSorted()).toEqual(
      ['.txt', ...endings.slice(0, -1)].map((ending) => name + ending).toSorted(),
    )
    const [credential, proof] = ['.json', '.tlog-proof'].map((ending) =>
      strFromU8(files[name + ending] ?? new Uint8Array()),
    )
    expect((await check(credential ?? '', proof ?? '')).facts).toMatchObject({ trustTagId, skill: 'Cook' })
  })

  it('are the same as the public ones', async () => {
    for (const file of names)
      expect(await bytesOf(await asHolder(ownPathOf(file)))).toEqual(await bytesOf(await ask(pathOf(file))))
  })

  it('are only for their holder, and only for known names', async () => {
    const stranger = await api.join()
    for (const file of [...names, 'everything.zip']) {
      const answer = await asHolder(ownPathOf(file), stranger.how)
      expect(await answer.json()).toMatchObject({ code: 'tag-not-found' })
      expect((await ask(ownPathOf(file), callHeaders({ app: 'app_trusttag' }, false))).status).toBe(401)
    }
    for (const file of ['keys.json', 'constructor', '..'])
      expect([file, (await asHolder(ownPathOf(encodeURIComponent(file)))).status]).toEqual([file, 404])
  })
})

it('limits files: public ones per IP address, own ones per account', async () => {
  const limited = await startWithHolders({ rateLimitFactor: 1 })
  onTestFinished(() => limited.close())
  const busy = await limited.join()
  const { trustTagId } = await limited.earn(busy)
  const countOf = async (path: string, headers: Record<string, string> = {}) => {
    const statuses: number[] = []
    for (let count = 0; count < 62; count += 1) statuses.push((await limited.request(path, { headers })).status)
    return [statuses.filter((status) => status === 200).length, statuses.at(-1)]
  }
  expect(await countOf(pathOf('credential.json', trustTagId))).toEqual([60, 429])
  expect(await countOf(ownPathOf('credential.json', trustTagId), callHeaders(busy.how, false))).toEqual([60, 429])
})
