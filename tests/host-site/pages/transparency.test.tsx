// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { logEntry } from '../../../contract/credential/log-entry'
import type { OpenFile } from '../../../host-site/lib/site-api'
import { sampleEntry } from '../../../host-site/content/transparency'
import { filesOfLogs, serving, type ALog } from '../support/a-log'
import { until } from '../support/open-verify'
import { click, control, find, leaveSite, renderSite, texts } from '../support/render-site'

afterEach(leaveSite)

/** 22 November 2026, 06:00 UTC. */
const SIX = 1_795_327_200
const empty: ALog = { size: 0, witnesses: [] }
const own = { name: 'own.example/witness', isSelfRun: true }

async function open(live: ALog, test: ALog = empty) {
  const files = await filesOfLogs({ live, test })
  const site = await renderSite('/transparency', { readOpenFile: serving(files) })
  await settled()
  return { ...site, files }
}
/** Waits until the logs are loaded. */
const settled = () => until(() => document.querySelector('.log-card[aria-busy="true"]') === null)
const card = (mode: 'live' | 'test') => find(`.log-card[aria-labelledby="log-${mode}"]`)

describe('the newest seal of the log', () => {
  it('shows size, root and issuer once its signature is checked', async () => {
    await open({ size: 1234, witnesses: [{ name: 'w.example', time: SIX }] })
    expect(card('live').querySelector('.log-size')?.textContent).toBe('1,234')
    expect(card('live').textContent).toContain('07'.repeat(32))
    expect(card('live').textContent).toContain('did:web:api.trusttag.example')
    expect(card('live').textContent).toContain('api.trusttag.example/trusttag/log, checked in your browser')
  })

  it('with a foreign signature is not shown, with a warning', async () => {
    await open({ size: 1234, witnesses: [], signedBy: 'somebody' })
    expect(card('live').querySelector('.alert')?.textContent).toContain('not signed correctly')
    expect(card('live').textContent).not.toContain('1,234')
  })

  it('of an empty log is not requested', async () => {
    const { api } = await open(empty, { size: 3, witnesses: [] })
    expect(card('live').textContent).toContain('Empty so far')
    expect(card('test').querySelector('.log-size')?.textContent).toBe('3')
    const asked = api.readOpenFile.mock.calls.map(([path]) => path)
    expect(asked).toContain('/trusttag/test-log/checkpoint')
    expect(asked).not.toContain('/trusttag/log/checkpoint')
  })

  it('is valid without a witness status', async () => {
    const files = await filesOfLogs({ live: { size: 5, witnesses: [{ name: 'w.example', time: SIX }] }, test: empty })
    files.delete('/trusttag/log/status.json')
    await renderSite('/transparency', { readOpenFile: serving(files) })
    await settled()
    expect(card('live').querySelector('.log-size')?.textContent).toBe('5')
    expect(texts('.witnesses time')).toEqual(['22 November 2026, 06:00 UTC'])
  })
})

describe('the witnesses', () => {
  it('are accepted only if they are independent; our own ones are labeled', async () => {
    await open({ size: 5, witnesses: [{ name: 'a.example', time: SIX }, { name: 'b.example' }, { ...own, time: SIX }] })
    expect(card('live').textContent).toContain('2 independent witnesses watch this log.')
    expect(texts('.witnesses .badge')).toEqual(['Independent', 'Independent', 'Run by us'])
    await leaveSite()
    await open({ size: 5, witnesses: [{ ...own, time: SIX }] })
    expect(card('live').textContent).toContain('No independent witness watches this log yet.')
    await leaveSite()
    await open({ size: 5, witnesses: [] })
    expect(card('live').textContent).toContain('No witness watches this log.')
    await leaveSite()
    await open({ size: 5, witnesses: [{ name: 'a.example', time: SIX }] })
    expect(card('live').textContent).toContain('One independent witness watches this log.')
  })

  it('show the time of their signature, or how far they are behind', async () => {
    await open({
      size: 9,
      witnesses: [
        { name: 'a.example', time: SIX },
        { name: 'b.example', told: { lastSize: 7, lastTime: SIX - 60 } },
        { name: 'c.example' },
      ],
    })
    const standing = texts('.witnesses .soft')
    expect(standing[0]).toContain('Confirmed the whole log on 22 November 2026, 06:00 UTC.')
    expect(standing[1]).toContain('Confirmed the first 7 entries on 22 November 2026, 05:59 UTC.')
    expect(standing[2]).toContain('has not confirmed anything yet')
  })

  it('a time that the server claims is not shown as a checked signature', async () => {
    await open({ size: 9, witnesses: [{ name: 'a.example', told: { lastSize: 9, lastTime: SIX } }] })
    expect(texts('.witnesses .soft')[0]).not.toContain('checked in your browser')
  })

  it('that refuses to sign is shown clearly', async () => {
    await open({ size: 9, witnesses: [{ name: 'a.example', told: { lastSize: 12, lastTime: SIX, state: 'refuses' } }] })
    expect(find('.witnesses [data-refuses]').textContent).toContain('It refuses to confirm the log')
  })

  it('with a wrong signature invalidates the seal', async () => {
    const good = await filesOfLogs({ live: { size: 9, witnesses: [{ name: 'a.example', time: SIX }] }, test: empty })
    const other = await filesOfLogs({ live: { size: 8, witnesses: [{ name: 'a.example', time: SIX }] }, test: empty })
    const lines = (of: typeof good) => of.get('/trusttag/log/checkpoint')?.trimEnd().split('\n') ?? []
    good.set('/trusttag/log/checkpoint', `${[...lines(good).slice(0, -1), ...lines(other).slice(-1)].join('\n')}\n`)
    await renderSite('/transparency', { readOpenFile: serving(good) })
    await settled()
    expect(card('live').querySelector('.alert')).not.toBeNull()
  })
})

describe('an unreachable log', () => {
  it('is reported, without a warning about TrustTags; checking again works when it is back', async () => {
    const files = await filesOfLogs({ live: { size: 5, witnesses: [] }, test: empty })
    let answer: (path: string) => Promise<OpenFile> = async () => ({ outcome: 'unreachable' })
    await renderSite('/transparency', { readOpenFile: (path) => answer(path) })
    await settled()
    for (const mode of ['live', 'test'] as const)
      expect(card(mode).textContent).toContain('The log did not respond. This does not affect TrustTags')
    answer = serving(files)
    await click(control('Check again'))
    await until(() => card('live').querySelector('.log-size')?.textContent === '5')
  })

  it.each([
    ['the list of keys is no JSON', '/trusttag/trust.json', '<html>'],
    ['a key is malformed', '/trusttag/trust.json', '{"issuers":[{"did":"d","mode":"live","log":["x"]}]}'],
  ])('%s: nothing of it is trusted', async (_what, path, text) => {
    const files = await filesOfLogs({ live: { size: 5, witnesses: [] }, test: empty })
    await renderSite('/transparency', { readOpenFile: serving(files.set(path, text)) })
    await settled()
    expect(card('live').textContent).toContain('The log did not respond.')
  })
})

describe('the explanations', () => {
  it('say what blockchain secured means here, and what a TrustTag does not show', async () => {
    await open(empty)
    const page = find('main').textContent ?? ''
    expect(page).toContain('It is a hash-chained public log, not a cryptocurrency')
    expect(page).toContain('proves less')
    for (const limit of ['who someone is', 'watched the test', 'no one has judged', 'a license'])
      expect(find('.proves').textContent).toContain(limit)
    expect(page).not.toMatch(/being prepared|not running yet/u)
  })

  it('show a real entry format', () => {
    expect(sampleEntry).toBe(logEntry('issue', '5f1c0e7ab3d9426892ad41e07bd3c85f6e9104d2aa7b83c6f05d94e1b7a2683c'))
  })

  it('show the commands with the URL of this log, and link to the public files', async () => {
    await open(empty)
    expect(texts('.ways .command')).toEqual([
      'npm run verify-tag -- file.json',
      'npm run audit-log -- http://localhost:4001/trusttag/log',
      'npm run witness',
    ])
    const links = [...find('.public-files').querySelectorAll('a')].map((link) => link.getAttribute('href'))
    expect(links).toContain('http://localhost:4001/trusttag/log/vkeys')
    expect(links).toContain('http://localhost:4001/.well-known/did.json')
  })
})

it('the words “blockchain secured” always link here', async () => {
  for (const path of ['/', '/create-trust-tag', '/checkout', '/verify', '/profile', '/privacy', '/terms']) {
    await renderSite(path)
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walk.nextNode(); node; node = walk.nextNode())
      if (/blockchain.secured/iu.test(node.textContent ?? ''))
        expect(node.parentElement?.closest('a')?.getAttribute('href'), `${path}: ${node.textContent}`).toBe(
          '/transparency',
        )
    if (['/', '/create-trust-tag', '/checkout'].includes(path))
      expect(find('main').textContent).toMatch(/blockchain secured/iu)
    await leaveSite()
  }
})
