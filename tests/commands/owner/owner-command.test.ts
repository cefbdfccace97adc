import { beforeAll, afterAll, describe, expect, test } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../../support/repositories'
import { startWithHolders, TRUSTTAG } from '../../support/tag-holders'
import type { Holder, TagHolders } from '../../support/tag-holders'
import { buildOwnerCommand, ownerCommandHere } from './build-owner-command'
import type { CommandRun } from './build-owner-command'

let api: TagHolders
let store: Store
let ada: Holder
let tagId: string
let owner: (...args: string[]) => Promise<CommandRun>
/** For what another process could do differently: writing, and printing. */
let ownerProcess: typeof owner
const folder = mkdtempSync(join(tmpdir(), 'membership-owner-'))

// The server stays open on the same database.
beforeAll(async () => {
  api = await startWithHolders()
  store = api.store
  ada = await api.join({ 'last-name': 'Love\u001b[31m\u202elace' })
  tagId = (await api.earn(ada)).trustTagId
  owner = ownerCommandHere({ DATA_DIR: api.folder })
  ownerProcess = await buildOwnerCommand(folder, { DATA_DIR: api.folder })
})

afterAll(async () => {
  await api.close()
  rmSync(folder, { recursive: true, force: true })
})

const audited = async () =>
  (await store.auditLog.list(TRUSTTAG, 'test', 100)).map(({ actor, act, subject }) => `${actor}: ${act} ${subject}`)

const json = ({ code, output }: CommandRun) => {
  expect([code, output]).toEqual([0, output])
  return JSON.parse(output)
}

describe('lists', () => {
  test('members are listed as a table without control characters', async () => {
    const { code, output } = await ownerProcess('members')
    expect(code).toBe(0)
    const [heading, columns, row] = output.split('\n')
    expect(heading).toBe('app_trusttag, Test Mode')
    expect(columns).toMatch(/^Email +Verified +Details +Joined +ID$/u)
    expect(row).toContain(ada.email)
    expect(row).toContain('Love\uFFFD[31m\uFFFDlace')
    const asJson = await owner('members', '--json')
    for (const command of ['\u001b', '\u202e']) expect(asJson.output).not.toContain(command)
    expect(json(asJson)).toMatchObject({
      app: TRUSTTAG,
      mode: 'test',
      records: [{ id: ada.id, email: ada.email, isVerified: true }],
      next: null,
    })
  })

  test('attempts, questions, TrustTags and sign-ups are listed', async () => {
    expect(json(await owner('attempts', '--json')).records).toMatchObject([
      { skill: 'Electrician', email: ada.email, status: 'complete', score: 100, passed: true },
    ])
    const { records } = json(await owner('questions', '--json', '--limit', '3'))
    expect(records).toMatchObject(
      Array.from({ length: 3 }, () => ({ asked: 1, rightPercent: 100, discrimination: null, flags: '' })),
    )
    expect(json(await owner('tags', '--json')).records).toMatchObject([{ id: tagId, holderName: 'Ada Lovelace' }])
    expect(json(await owner('signups', '--json')).records).toMatchObject([{ email: ada.email }])
    for (const empty of ['purchases', 'inquiries']) expect((await owner(empty)).output).toContain('No entries yet.')
  })

  test('the next page uses the cursor of the previous one', async () => {
    const first = json(await owner('questions', '--json', '--limit', '6'))
    const second = json(await owner('questions', '--json', '--limit', '6', '--before', first.next))
    expect([first.records.length, second.records.length, second.next]).toEqual([6, 4, null])
    expect((await owner('questions', '--limit', '6')).output).toContain(`questions --before ${first.next}`)
  })

  test('live mode has its own lists', async () => {
    expect(json(await owner('tags', '--mode', 'live', '--json'))).toMatchObject({ mode: 'live', records: [] })
  })
})

describe('acts', () => {
  test('a link opens the page of the running server', async () => {
    const { url, expiresAt } = json(await owner('link', '--json'))
    expect(url).toMatch(/^http:\/\/localhost:4001\/owner\?token=[\w-]{43}$/u)
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now())
    const body = new URLSearchParams({ token: new URL(url).searchParams.get('token') ?? '' })
    const { status, headers } = await api.request('/owner', { method: 'POST', body })
    expect([status, headers.get('set-cookie')]).toEqual([303, expect.stringContaining('owner_session=')])
    expect(await audited()).toContain('owner command: owner.link app_trusttag')
  })

  test('with the settings of another server, nothing is revoked', async () => {
    const other = ownerCommandHere({ DATA_DIR: api.folder, PUBLIC_ISSUER_URL: 'http://localhost:4999' })
    const { code, output } = await other('tags', 'revoke', tagId, 'Somebody else sat the test.')
    expect(code).toBe(1)
    for (const text of ['localhost:4001/', 'localhost:4999/', 'PUBLIC_ISSUER_URL']) expect(output).toContain(text)
    expect((await api.call('verifyTag', { tagId })).data).toMatchObject({ status: 'valid' })
  })

  test('a TrustTag is revoked once, and the server shows it at once', async () => {
    const done = await ownerProcess('tags', 'revoke', tagId, 'Somebody else sat the test.')
    expect(done.output).toContain('The TrustTag was revoked.')
    expect((await api.call('verifyTag', { tagId })).data).toMatchObject({
      status: 'revoked',
      revokeReason: 'Somebody else sat the test.',
    })
    // The command uses the real clock: its mail is due now.
    api.clock.advance(Date.now() - api.clock.now())
    expect((await api.mailTo(ada.email))?.text).toContain('Somebody else sat the test.')
    expect(await ownerProcess('tags', 'revoke', tagId, 'Again')).toEqual({
      code: 1,
      output: 'This TrustTag has already been revoked.\n',
    })
    expect((await audited()).filter((line) => line.includes('revoke'))).toEqual([`owner command: tag.revoke ${tagId}`])
    expect((await owner('audit')).output).toContain('Somebody else sat the test.')
  })

  test.each([
    [['tags', 'revoke', 'TT-none', 'why'], 'This TrustTag ID was not found or is invalid.'],
    [['refund', 'pur_none'], 'This purchase does not exist.'],
    [['purchases', 'note', 'pur_none', 'words'], 'This purchase does not exist.'],
    [['members', '--app', 'app_demo'], 'No app "app_demo" issues TrustTags here. Apps that do: app_trusttag.'],
  ])('%j is refused in one line', async (args, sentence) => {
    expect(await owner(...args)).toEqual({ code: 1, output: `${sentence}\n` })
  })
})

describe('invalid usage', () => {
  test.each([
    [[], 'Name a command.'],
    [['member'], 'Unknown command "member".'],
    [['tags', 'revoke', 'TT-1'], 'npm run owner -- tags revoke <id> "<reason>"'],
    [['tags', 'revoke', 'TT-1', ''], 'npm run owner -- tags revoke <id> "<reason>"'],
    [['refund'], 'npm run owner -- refund <purchaseId>'],
    [['members', 'all'], 'npm run owner -- members'],
    [['members', '--limit', '0'], '--limit must be a whole number from 1 to 1000.'],
    [['members', '--mode', 'both'], '--mode must be test or live.'],
    [['members', '--colour'], '--colour'],
  ])('%j prints the usage, with exit code 2', async (args, sentence) => {
    const { code, output } = await owner(...args)
    expect([code, output]).toEqual([2, expect.stringContaining(sentence)])
    expect(output).toContain('For help, run: npm run owner -- --help')
  })

  test('help names every verb', async () => {
    const { code, output } = await owner('--help')
    expect(code).toBe(0)
    for (const verb of [
      'link',
      'members',
      'attempts',
      'questions',
      'purchases',
      'tags',
      'inquiries',
      'signups',
      'audit',
    ])
      expect(output).toMatch(new RegExp(`^  ${verb} `, 'mu'))
  })

  test('without a database nothing is created', async () => {
    const elsewhere = ownerCommandHere({ DATA_DIR: join(folder, 'none') })
    const { code, output } = await elsewhere('members')
    expect([code, output]).toEqual([1, expect.stringContaining('Start the server once to create it.')])
  })
})
