import { mkdirSync, writeFileSync } from 'node:fs'
import { statusFilePath, tagFilePath } from '../../../contract/proof-paths'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newEd25519Key } from '../../../api/features/credentials/sign'
import { bakePng, bakeSvg, presentationOf } from '../../../api/features/tags/files'
import { didDocument } from '../../../api/features/credentials/routes'
import type { AskIssuer } from '../../../commands/verify-tag/trust'
import { verifyTagCommand } from '../../../commands/verify-tag/command'
import { verdictWords } from '../../../contract/credential/report-words'
import { issueTags, NOW, signAs } from '../../support/issued-tags'
import type { IssuedTags, ProofFiles } from '../../support/issued-tags'
import { picture } from '../../support/pictures'
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

/** Everything in one folder, as somebody keeps it. */
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

/** What stands at the issuer's addresses. */
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
  it('says what each check found, a line for each', async () => {
    const { code, out } = await verify(['tag.json', ...OFFLINE], keep())
    expect(code).toBe(0)
    expect(out.split('\n').slice(0, 2)).toEqual([verdictWords.valid.title, verdictWords.valid.text])
    expect(out.match(/^✓ /gmu)).toHaveLength(6)
    expect(out).toContain('Electrician, 80%')
    expect(out).toContain('2026-11-21T09:00:00.000Z watch.example/log')
    expect(out).toContain('Believed: whom the file of --trust names.')
  })

  it('asks nobody', async () => {
    const { ask, asked } = issuerAnswers()
    await verify(['tag.json', ...OFFLINE], keep(), ask)
    await verify(['tag.json', '--offline', '--trust', 'trust.json'], keep({ ...tags.live, proof: null }), ask)
    expect(asked).toEqual([])
  })

  it('does not call valid what may have been revoked since', async () => {
    const { code, out } = await verify(['tag.json', '--offline', '--trust', 'trust.json'], keep())
    expect([code, out.split('\n')[0]]).toEqual([1, verdictWords['status-unknown'].title])
    expect(out.match(/^\? Not revoked/gmu)).toHaveLength(1)
  })

  it.each(tamperings)('ends with 1 for $name', async ({ verdict, spoil }) => {
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
    expect(JSON.parse(out)).toMatchObject({ isAccepted: false, verdict, words: verdictWords[verdict] })
  })

  it('checks as of another time', async () => {
    const argv = ['tag.json', ...OFFLINE, '--now']
    expect((await verify([...argv, '2026-11-21T10:00:00+01:00'], keep())).code).toBe(0)
    expect((await verify([...argv, '2036-11-21T09:00:00Z'], keep())).out).toContain(verdictWords.expired.title)
  })
})

describe('what a TrustTag may stand in', () => {
  const read = (name: string, content: string | Uint8Array) =>
    verify([name, '--proof', 'tag.tlog-proof', ...OFFLINE], keep(tags.live, { [name]: content }))

  it('is a badge picture', async () => {
    expect(await read('badge.png', bakePng(await picture('png'), tags.live.credential))).toMatchObject({ code: 0 })
    expect(await read('badge.svg', bakeSvg(DRAWING, tags.live.credential))).toMatchObject({ code: 0 })
    // Names decide nothing.
    expect(await read('badge.txt', bakeSvg(DRAWING, tags.live.credential))).toMatchObject({ code: 0 })
  })

  it('is a file for wallets', async () => {
    expect(await read('wallet.json', presentationOf(tags.live.credential))).toMatchObject({ code: 0 })
  })

  it('is no picture without one, no text that is none, and nothing that is not there', async () => {
    expect(await read('plain.png', await picture('png'))).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^plain\.png /u),
    })
    expect(await read('plain.svg', DRAWING)).toMatchObject({ code: 2 })
    expect(await read('bytes.json', Uint8Array.of(0xff, 0xfe, 0))).toMatchObject({ code: 2 })
    expect(await verify(['none.json', ...OFFLINE], keep())).toMatchObject({ code: 2, err: 'none.json does not exist.' })
    const folder = keep()
    mkdirSync(join(folder, 'folder'))
    expect(await verify(['folder', ...OFFLINE], folder)).toMatchObject({ code: 2, err: 'folder is not a file.' })
  })

  it('is no other JSON: that is read, and is no TrustTag', async () => {
    const { code, out } = await read('package.json', '{"name":"package"}')
    expect([code, out.split('\n')[0]]).toEqual([1, verdictWords['not-a-tag'].title])
  })

  it('finds the proof beside it, under the names that files are given', async () => {
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
  it('gets keys, proof and status there, and says whose word that is', async () => {
    const { ask, asked } = issuerAnswers()
    const { code, out } = await verify(['tag.json'], keep({ ...tags.live, proof: null }), ask)
    expect(code).toBe(0)
    expect(out).toContain(
      'Believed: trusttag.example, by the keys that it publishes itself. They show that it signed, not who it is',
    )
    expect(asked.map((one) => one.replace(/TT-\w+|\d+$/u, '…')).toSorted()).toEqual([
      'trusttag.example/.well-known/did.json',
      'trusttag.example/trusttag/log/status/1.json',
      'trusttag.example/trusttag/tags/…/proof.tlog-proof',
      'trusttag.example/trusttag/trust.json',
    ])
  })

  it('says what it could not find out', async () => {
    const ask: AskIssuer = () => Promise.resolve(null)
    expect(await verify(['tag.json'], keep(), ask)).toEqual({
      code: 2,
      out: '',
      err: 'tag.json names trusttag.example as its issuer, which does not say which keys are its own.',
    })
    const withoutStatus: AskIssuer = (host, path) =>
      path.includes('/status/') ? Promise.resolve(null) : issuerAnswers().ask(host, path)
    expect(await verify(['tag.json'], keep(), withoutStatus)).toMatchObject({
      code: 1,
      out: expect.stringContaining(verdictWords['status-unknown'].title),
    })
  })

  it('believes an issuer about itself alone', async () => {
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

  it('believes no key that the DID document does not name', async () => {
    const { ask } = issuerAnswers()
    const silent: AskIssuer = async (host, path) => {
      const text = await ask(host, path)
      return path.endsWith('did.json') && text ? JSON.stringify({ ...JSON.parse(text), assertionMethod: [] }) : text
    }
    const { out } = await verify(['tag.json', '--json'], keep(), silent)
    expect(JSON.parse(out)).toMatchObject({ verdict: 'wrong-issuer' })
  })

  it('believes nobody but whom one names', async () => {
    expect(await verify(['tag.json', '--issuer', HOST], keep())).toMatchObject({ code: 0 })
    const { ask, asked } = issuerAnswers()
    const other = await verify(['tag.json', '--issuer', 'other.example'], keep(), ask)
    expect([other.code, other.out.split('\n')[0]]).toEqual([1, verdictWords['wrong-issuer'].title])
    expect(asked).toEqual([])
    const kept = await verify(['tag.json', ...OFFLINE, '--issuer', 'other.example'], keep())
    expect(kept.out.split('\n')[0]).toBe(verdictWords['wrong-issuer'].title)
  })
})

describe('a TrustTag that proves nothing', () => {
  it.each(['test', 'sample'] as const)('is not accepted unless one says so: %s', async (mode) => {
    const folder = keep(tags[mode])
    const refused = await verify(['tag.json', ...OFFLINE], folder)
    expect(refused).toMatchObject({
      code: 1,
      out: expect.stringContaining(mode === 'test' ? 'Test TrustTag' : 'Sample TrustTag'),
    })
    expect((await verify(['tag.json', ...OFFLINE, '--accept-test'], folder)).code).toBe(0)
  })
})

describe('what it is asked', () => {
  it.each([
    [[]],
    [['a.json', 'b.json']],
    [['tag.json', '--offline']],
    [['tag.json', '--now', 'yesterday']],
    [['tag.json', '--now', '2026-11-21']],
    [['tag.json', '--proof', '']],
    [['tag.json', '--believe-all']],
  ])('is refused: %j', async (argv) => {
    const { code, out, err } = await verify(argv, keep())
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('--help says more')
  })

  it('is answered with help', async () => {
    expect(await verify(['--help'], keep())).toMatchObject({ code: 0, out: expect.stringContaining('--accept-test') })
  })

  it('is not carried out with a file of trust that is none', async () => {
    const { code, err } = await verify(['tag.json', '--trust', 'tag.json'], keep())
    expect([code, err]).toEqual([2, expect.stringMatching(/^tag\.json says nothing of use about whom to believe/u)])
  })
})

it('what a file says cannot command the terminal', async () => {
  const holderName = 'Ada\u001b[2J\u202eecalevoL'
  const tag = { ...tags.facts.live, id: 'TT-EL2026999', holderName }
  await tags.prove(tag)
  const { out } = await verify(['tag.json', ...OFFLINE], keep(await tags.filesOf(tag)))
  expect(out).toContain('Ada\uFFFD[2J\uFFFDecalevoL')
})
