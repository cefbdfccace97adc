import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { statusFilePath, tagFilePath } from '../../../contract/proof-paths'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newEd25519Key } from '../../../api/features/transparency-log/ed25519'
import { bakePng, bakeSvg, presentationOf } from '../../../api/features/tags/files'
import { didDocument } from '../../../api/features/credentials/issuer'
import type { AskIssuer } from '../../../commands/verify-tag/trust'
import { verifyTagCommand } from '../../../commands/verify-tag/command'
import { verdictTexts } from '../../../contract/credential/report-texts'
import { issueTags, NOW, signAs } from '../../support/issued-tags'
import type { IssuedTags, ProofFiles } from '../../support/issued-tags'
import { sampleImage } from '../../support/sample-images'
import { tamperings } from '../../support/tamperings'
import { tempFolder } from '../../support/temp-folder'

let tags: IssuedTags

beforeAll(async () => {
  tags = await issueTags()
})
afterAll(() => tags.close())

const HOST = 'trusttag.example'
const OFFLINE = ['--offline', '--trust', 'trust.json', '--status', 'status.json']
const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="1" height="1"/></svg>'

/** Writes all files to one folder. */
function keep(files: ProofFiles = tags.live, more: Record<string, string | Uint8Array> = {}): string {
  const folder = tempFolder()
  const all = {
    'tag.json': files.credential,
    'trust.json': JSON.stringify(files.trust),
    ...(files.proof !== null && { 'tag.tlog-proof': files.proof }),
    ...(files.statusList !== null && { 'status.json': files.statusList }),
    ...more,
  }
  for (const [name, content] of Object.entries(all)) writeFileSync(join(folder, name), content)
  return folder
}

/** Serves the issuer's files. */
function issuerAnswers(files: ProofFiles = tags.live): { ask: AskIssuer; asked: string[] } {
  const asked: string[] = []
  const { services, facts } = tags
  const known: Record<string, string | null> = {
    '/trusttag/trust.json': JSON.stringify(files.trust),
    '/.well-known/did.json': JSON.stringify(didDocument(services.issuer, 'live')),
    '/test/did.json': JSON.stringify(didDocument(services.issuer, 'test')),
    [tagFilePath(facts.live.id, 'proof.tlog-proof')]: files.proof,
    [statusFilePath('live', 1)]: files.statusList,
  }
  const ask: AskIssuer = async (host, path) => {
    asked.push(`${host}${path}`)
    return host === HOST ? (known[path] ?? null) : null
  }
  return { ask, asked }
}

async function verify(argv: string[], cwd: string, ask: AskIssuer = issuerAnswers().ask, now = NOW) {
  const [out, err]: [string[], string[]] = [[], []]
  const options = { cwd, now: () => now, ask, print: (text: string) => void out.push(text) }
  const code = await verifyTagCommand(argv, { ...options, complain: (line) => void err.push(line) })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

describe('a check without a network', () => {
  it('prints one line per check', async () => {
    const { code, out } = await verify(['tag.json', ...OFFLINE], keep())
    expect(code).toBe(0)
    expect(out.split('\n').slice(0, 2)).toEqual([verdictTexts.valid.title, verdictTexts.valid.text])
    expect(out.match(/^✓ /gmu)).toHaveLength(6)
    expect(out).toContain('Electrician, 80%')
    expect(out).toContain('2026-11-21T09:00:00.000Z watch.example/log')
    expect(out).toContain('Trusted: the issuers in the --trust file.')
  })

  it('sends no request', async () => {
    const { ask, asked } = issuerAnswers()
    await verify(['tag.json', ...OFFLINE], keep(), ask)
    await verify(['tag.json', '--offline', '--trust', 'trust.json'], keep({ ...tags.live, proof: null }), ask)
    expect(asked).toEqual([])
  })

  it('is not valid without a revocation check', async () => {
    const { code, out } = await verify(['tag.json', '--offline', '--trust', 'trust.json'], keep())
    expect([code, out.split('\n')[0]]).toEqual([1, verdictTexts['status-unknown'].title])
    expect(out.match(/^\? Not revoked/gmu)).toHaveLength(1)
  })

  it.each(tamperings)('exits with 1 for $name', async ({ verdict, spoil }) => {
    const files = await spoil(tags.live, tags)
    const has = (one: string | null, argv: string[]) => (one === null ? [] : argv)
    const argv = [
      'tag.json',
      '--offline',
      '--trust',
      'trust.json',
      ...has(files.statusList, ['--status', 'status.json']),
    ]
    const { code, out } = await verify([...argv, '--json'], keep(files), undefined, files.now)
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ isAccepted: false, verdict, words: verdictTexts[verdict] })
  })

  it.each(['le', 'be'])('reads files in UTF-16%s with its mark, as Windows programs write them', async (order) => {
    const folder = keep()
    for (const name of ['tag.json', 'trust.json', 'status.json']) {
      const bytes = Buffer.from(`\uFEFF${readFileSync(join(folder, name), 'utf8')}`, 'utf16le')
      writeFileSync(join(folder, name), order === 'le' ? bytes : bytes.swap16())
    }
    expect((await verify(['tag.json', ...OFFLINE], folder)).code).toBe(0)
  })

  it('checks at another time', async () => {
    const argv = ['tag.json', ...OFFLINE, '--now']
    expect((await verify([...argv, '2026-11-21T10:00:00+01:00'], keep())).code).toBe(0)
    expect((await verify([...argv, '2036-11-21T09:00:00Z'], keep())).out).toContain(verdictTexts.expired.title)
  })
})

describe('files with a TrustTag', () => {
  const read = (name: string, content: string | Uint8Array) =>
    verify([name, '--proof', 'tag.tlog-proof', ...OFFLINE], keep(tags.live, { [name]: content }))

  it('a badge image', async () => {
    expect(await read('badge.png', bakePng(await sampleImage('png'), tags.live.credential))).toMatchObject({ code: 0 })
    expect(await read('badge.svg', bakeSvg(DRAWING, tags.live.credential))).toMatchObject({ code: 0 })
    // Files are recognized by content, not name.
    expect(await read('badge.txt', bakeSvg(DRAWING, tags.live.credential))).toMatchObject({ code: 0 })
  })

  it('a wallet file', async () => {
    expect(await read('wallet.json', presentationOf(tags.live.credential))).toMatchObject({ code: 0 })
  })

  it('not an image without one, not another text, and not a missing file', async () => {
    expect(await read('plain.png', await sampleImage('png'))).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^plain\.png: /u),
    })
    expect(await read('plain.svg', DRAWING)).toMatchObject({ code: 2 })
    expect(await read('bytes.json', Uint8Array.of(0xff, 0xfe, 0))).toMatchObject({ code: 2 })
    expect(await verify(['none.json', ...OFFLINE], keep())).toMatchObject({ code: 2, err: 'none.json does not exist.' })
    const folder = keep()
    mkdirSync(join(folder, 'folder'))
    expect(await verify(['folder', ...OFFLINE], folder)).toMatchObject({ code: 2, err: 'folder is not a file.' })
  })

  it('not another JSON file, which is read but not a TrustTag', async () => {
    const { code, out } = await read('package.json', '{"name":"package"}')
    expect([code, out.split('\n')[0]]).toEqual([1, verdictTexts['not-a-tag'].title])
  })

  it('the proof beside it, under its download names', async () => {
    const { credential, proof } = tags.live
    for (const [file, beside] of [
      ['TrustTag-Electrician-1.json', 'TrustTag-Electrician-1.tlog-proof'],
      ['TrustTag-Electrician-1-wallet.json', 'TrustTag-Electrician-1.tlog-proof'],
      ['credential.json', 'proof.tlog-proof'],
    ] as const) {
      const folder = keep({ ...tags.live, proof: null }, { [file]: credential, [beside]: proof ?? '' })
      expect(await verify([file, ...OFFLINE], folder)).toMatchObject({ code: 0 })
    }
  })
})

describe('a check that asks the issuer', () => {
  it('gets keys, proof and status there, and names the issuer', async () => {
    const { ask, asked } = issuerAnswers()
    const { code, out } = await verify(['tag.json'], keep({ ...tags.live, proof: null }), ask)
    expect(code).toBe(0)
    expect(out).toContain(
      'Trusted: trusttag.example, by the keys that it publishes itself. They show that it signed, not who it is',
    )
    expect(asked.map((one) => one.replace(/TT-\w+|\d+$/u, '…')).toSorted()).toEqual([
      'trusttag.example/.well-known/did.json',
      'trusttag.example/trusttag/log/status/1.json',
      'trusttag.example/trusttag/tags/…/proof.tlog-proof',
      'trusttag.example/trusttag/trust.json',
    ])
  })

  it('reports what could not be fetched', async () => {
    const ask: AskIssuer = () => Promise.resolve(null)
    expect(await verify(['tag.json'], keep(), ask)).toEqual({
      code: 2,
      out: '',
      err: 'tag.json names trusttag.example as its issuer, but its keys could not be fetched from there.',
    })
    const withoutStatus: AskIssuer = (host, path) =>
      path.includes('/status/') ? Promise.resolve(null) : issuerAnswers().ask(host, path)
    expect(await verify(['tag.json'], keep(), withoutStatus)).toMatchObject({
      code: 1,
      out: expect.stringContaining(verdictTexts['status-unknown'].title),
    })
  })

  it('trusts an issuer only about itself', async () => {
    const pair = newEd25519Key()
    const theirs = JSON.parse(tags.live.credential.replaceAll(HOST, 'attacker.example'))
    const credential = JSON.stringify(
      await signAs('did:web:trusttag.example', pair, { ...theirs, issuer: { id: 'did:web:attacker.example' } }),
    )
    const { ask, asked } = issuerAnswers()
    const generous: AskIssuer = (host, path) => ask(host === 'attacker.example' ? HOST : host, path)
    const { out } = await verify(['tag.json', '--json'], keep({ ...tags.live, credential }), generous)
    expect(JSON.parse(out)).toMatchObject({ verdict: 'wrong-issuer', facts: null })
    expect(asked).toHaveLength(2)
  })

  it('trusts only keys in the DID document', async () => {
    const { ask } = issuerAnswers()
    const silent: AskIssuer = async (host, path) => {
      const text = await ask(host, path)
      return path.endsWith('did.json') && text ? JSON.stringify({ ...JSON.parse(text), assertionMethod: [] }) : text
    }
    const { out } = await verify(['tag.json', '--json'], keep(), silent)
    expect(JSON.parse(out)).toMatchObject({ verdict: 'wrong-issuer' })
  })

  it('trusts only the named issuer', async () => {
    expect(await verify(['tag.json', '--issuer', HOST], keep())).toMatchObject({ code: 0 })
    const { ask, asked } = issuerAnswers()
    const other = await verify(['tag.json', '--issuer', 'other.example'], keep(), ask)
    expect([other.code, other.out.split('\n')[0]]).toEqual([1, verdictTexts['wrong-issuer'].title])
    expect(asked).toEqual([])
    const kept = await verify(['tag.json', ...OFFLINE, '--issuer', 'other.example'], keep())
    expect(kept.out.split('\n')[0]).toBe(verdictTexts['wrong-issuer'].title)
  })
})

describe('a TrustTag that proves nothing', () => {
  it.each(['test', 'sample'] as const)('is not accepted without an explicit option: %s', async (mode) => {
    const folder = keep(tags[mode])
    const refused = await verify(['tag.json', ...OFFLINE], folder)
    expect(refused).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^Sample: Valid TrustTag\n/u),
    })
    expect((await verify(['tag.json', ...OFFLINE, '--accept-test'], folder)).code).toBe(0)
  })
})

describe('the command line', () => {
  it.each([
    [[]],
    [['tag.json', '--offline']],
    [['tag.json', '--now', 'yesterday']],
    [['tag.json', '--now', '2026-11-21']],
    [['tag.json', '--proof', '']],
    [['tag.json', '--believe-all']],
  ])('is refused: %j', async (argv) => {
    const { code, out, err } = await verify(argv, keep())
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('For help, run: npm run')
  })

  it('prints help', async () => {
    expect(await verify(['--help'], keep())).toMatchObject({ code: 0, out: expect.stringContaining('--accept-test') })
  })

  it('is refused with an invalid trust file', async () => {
    const { code, err } = await verify(['tag.json', '--trust', 'tag.json'], keep())
    expect([code, err]).toEqual([2, expect.stringMatching(/^tag\.json is not a valid trust file/u)])
  })
})

it('file contents print no control characters', async () => {
  const holderName = 'Ada\u001b[2J\u202eecalevoL'
  const tag = { ...tags.facts.live, id: 'TT-EL2026999', holderName }
  await tags.prove(tag)
  const { out } = await verify(['tag.json', ...OFFLINE], keep(await tags.filesOf(tag)))
  expect(out).toContain('Ada\uFFFD[2J\uFFFDecalevoL')
})
