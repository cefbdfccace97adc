import { zipSync } from 'fflate'
import PdfDocument from 'pdfkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bakePng, bakeSvg, presentationOf } from '../../../api/features/tags/files'
import { sampleTags } from '../../../api/features/tags/verify'
import { toUtf8 } from '../../../contract/bytes'
import { PAPER_TEXT } from '../../../contract/credential/report-texts'
import { problemTexts } from '../../../contract/tag-files/problem-texts'
import { sampleImage } from '../../support/sample-images'
import { file, openWorld, signedByAnother } from './verdicts-everywhere'
import type { Input, World } from './verdicts-everywhere'

type Files = Awaited<ReturnType<World['download']>>

let world: World
let state: Record<State, Files>

const states = ['genuine', 'revoked', 'expired', 'sample', 'altered', 'other issuer'] as const
type State = (typeof states)[number]

const inputs = {
  ID: ({ id }: Files) => id,
  'pasted link': ({ id }) => `https://www.trusttag.example/verify/${id.replaceAll('-', '\u2011')}?from=mail`,
  'credential.json': ({ credential }) => [file('credential.json', credential)],
  'credential + proof': ({ credential, proof }) => [
    file('credential.json', credential),
    file('proof.tlog-proof', proof),
  ],
  'presentation.json': ({ presentation }) => [file('presentation.json', presentation)],
  'badge.png': ({ png }) => [file('badge.png', png)],
  'badge.svg': ({ svg }) => [file('badge.svg', svg)],
  'certificate.pdf': ({ pdf }) => [file('certificate.pdf', pdf)],
  'everything ZIP': ({ zip }) => [file('everything.zip', zip)],
  'text certificate': ({ text }) => [file('certificate.txt', text)],
} as const satisfies Record<string, (files: Files) => Input>

/** Headline, exit code of the command, `isValid` of the server. */
const expected: Record<State, [title: string, code: number, isValid: boolean]> = {
  genuine: ['Valid TrustTag', 0, true],
  revoked: ['Revoked TrustTag', 1, false],
  expired: ['Expired TrustTag', 1, false],
  sample: ['Sample: Valid TrustTag', 1, true],
  altered: ['Altered TrustTag', 1, false],
  'other issuer': ['Not issued by TrustTag', 1, false],
}

/** The files of a TrustTag around another credential. */
async function around(files: Files, credential: string): Promise<Files> {
  const { tag, proof, text } = files
  const { documents } = world.services
  const attach = (name: string, content: string) => ({ name, mediaType: 'text/plain', description: name, content })
  const [png] = await documents.badgeImages([tag])
  const made = {
    ...files,
    credential,
    presentation: presentationOf(credential),
    png: bakePng(png ?? new Uint8Array(), credential, proof),
    svg: bakeSvg(await documents.badgeDrawing(tag), credential, proof),
    pdf: await documents.certificate(tag, [attach('credential.json', credential), attach('proof.tlog-proof', proof)]),
  }
  const zip = zipSync({
    'a.json': toUtf8(credential),
    'a.tlog-proof': toUtf8(proof),
    'a-wallet.json': toUtf8(made.presentation),
    'a.png': made.png,
    'a.svg': toUtf8(made.svg),
    'a.pdf': made.pdf,
    'a.txt': toUtf8(text),
  })
  return { ...made, zip }
}

beforeAll(async () => {
  world = await openWorld()
  const now = world.clock.now()
  const [sample] = sampleTags
  const genuine = await world.download(await world.issue())
  const revoked = await world.download(await world.issue())
  const expired = await world.download(await world.issue({ issuedAt: now - 9e9, expiresAt: now - 1_000 }))
  const [one, two] = [await world.download(await world.issue()), await world.download(await world.issue())]
  const altered = await around(one, one.credential.replace('"value":"80"', '"value":"98"'))
  const foreign = await around(two, await signedByAnother(two.credential))
  await world.revoke(revoked.id)
  world.replaceStored(altered.id, altered.credential)
  world.replaceStored(foreign.id, foreign.credential)
  state = {
    genuine,
    revoked,
    expired,
    sample: await world.download(sample?.id ?? ''),
    altered: { ...altered, text: altered.text.replace('80%', '98%') },
    'other issuer': foreign,
  }
}, 120_000)
afterAll(() => world.close())

describe('ten inputs in six states, on the page, in the terminal and on the server', () => {
  const cells = Object.entries(inputs).flatMap(([name, make]) => states.map((one) => [name, one, make] as const))

  it('are sixty: each can exist', () => {
    expect(cells).toHaveLength(60)
  })

  it.each(cells)('%s, %s', async (_name, one, make) => {
    const [title, code, isValid] = expected[one]
    const { page, command, server } = await world.checkEverywhere(make(state[one]))
    expect({
      page: page.title,
      command: [command.title, command.code],
      server: [server.title, server.isValid],
    }).toEqual({
      page: title,
      command: [title, code],
      server: [title, isValid],
    })
    if (one === 'sample') expect(server.modes).toEqual(['sample'])
  })

  it('a sample is accepted by a command that asks for it', async () => {
    const { command } = await world.checkEverywhere([file('credential.json', state.sample.credential)])
    expect(command.output).toContain('No one holds this TrustTag.')
  })

  it('an unknown ID and the text of one are invalid', async () => {
    const unknown = 'TT-EL2026999999999999'
    for (const input of [unknown, [file('a.txt', state.genuine.text.replaceAll(state.genuine.id, unknown))]]) {
      const { page, command, server } = await world.checkEverywhere(input)
      expect([page.title, command.title, command.code, server.title, server.isValid]).toEqual([
        'Invalid TrustTag',
        'Invalid TrustTag',
        1,
        'Invalid TrustTag',
        false,
      ])
    }
  })

  it('a link to another host is named', async () => {
    const { command } = await world.checkEverywhere(`https://evil.example/verify/${state.genuine.id}`)
    expect(command.output).toContain('The link leads to evil.example, not to localhost:4001.')
  })
})

describe('eight more inputs', () => {
  /** Another name and score around the genuine credential. */
  const repaint = async () => {
    const { genuine } = state
    const tag = { ...genuine.tag, holderName: 'Mallory', score: 100, skill: 'Surgeon' }
    return around({ ...genuine, tag }, genuine.credential)
  }
  const signed = { skill: 'Electrician', score: 80, holderName: 'Maria Álvarez' }

  it.each([
    ['certificate.pdf', (files: Files) => files.pdf],
    ['badge.png', (files: Files) => files.png],
    ['badge.svg', (files: Files) => files.svg],
  ] as const)('repainted %s: the signed facts, and a warning', async (name, of) => {
    const { page, command, server } = await world.checkEverywhere([file(name, of(await repaint()))])
    expect(page).toMatchObject({ title: 'Valid TrustTag', facts: signed, isPaper: true })
    expect(command.code).toBe(0)
    expect(command.output).toContain('Electrician, 80%')
    expect(command.output).toContain(PAPER_TEXT)
    expect(command.output).not.toContain('Mallory')
    expect(server).toMatchObject({ isValid: true, notices: [PAPER_TEXT] })
  })

  it('a printed copy, a screenshot and a locked PDF: scan its code or type its ID', async () => {
    const printed = await world.services.documents.certificate(state.genuine.tag, [])
    const shot = await sampleImage('png')
    const locked = await lockedPdf(state.genuine.credential)
    for (const [one, problem] of [
      [file('printed.pdf', printed), 'no-attachment'],
      [file('screenshot.png', shot), 'no-credential-inside'],
      [file('locked.pdf', locked), 'locked'],
    ] as const) {
      const { page, command, server } = await world.checkEverywhere([one])
      const text = problemTexts[problem]
      expect(text).toContain('Scan its code or type its ID.')
      expect([page.title, command.code, command.title, server.isValid, server.title]).toEqual([
        text,
        2,
        `${one.name}: ${text}`,
        false,
        text,
      ])
    }
  })

  it('an archive with two TrustTags: both are checked, and the graver decides', async () => {
    const { genuine, revoked, expired } = state
    const pack = (...all: Files[]) =>
      file('two.zip', zipSync(Object.fromEntries(all.map(({ id, credential }) => [`${id}.json`, toUtf8(credential)]))))
    const { page, command, server } = await world.checkEverywhere([pack(genuine, revoked)])
    expect([page.title, page.count, command.code, server.isValid]).toEqual(['Revoked TrustTag', 2, 1, false])
    expect(command.output).toContain('Valid TrustTag')
    expect(server.modes).toHaveLength(2)
    expect((await world.checkEverywhere([pack(expired, genuine)])).page.title).toBe('Expired TrustTag')
    const other = await world.download(await world.issue())
    const both = await world.checkEverywhere([pack(genuine, other)])
    expect([both.page.title, both.command.code, both.server.isValid]).toEqual(['Valid TrustTag', 0, true])
  })

  it('an archive that unpacks to 200 MB is refused', async () => {
    const zeros = new Uint8Array(50_000_000)
    const bomb = file('bomb.zip', zipSync({ 'a.json': zeros, 'b.json': zeros, 'c.json': zeros, 'd.json': zeros }))
    const { page, command, server } = await world.checkEverywhere([bomb])
    const text = problemTexts['archive-too-large']
    expect([page.title, command.code, server.isValid, server.title]).toEqual([text, 2, false, text])
  })
})

/** With a password for opening it, and the credential attached. */
async function lockedPdf(credential: string): Promise<Uint8Array> {
  const document = new PdfDocument({ userPassword: 'secret', pdfVersion: '1.7' })
  document.file(Buffer.from(credential), { name: 'credential.json' })
  document.text('TrustTag')
  document.end()
  const parts: Uint8Array[] = []
  for await (const part of document) if (part instanceof Uint8Array) parts.push(part)
  return new Uint8Array(Buffer.concat(parts))
}
