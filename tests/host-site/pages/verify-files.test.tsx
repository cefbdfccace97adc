// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { aFile, createTagMaker, type ServedTag } from '../support/checked-tags'
import { fact, found, openVerify, settled, until } from '../support/open-verify'
import { alertText, click, control, field, find, leaveSite, texts } from '../support/render-site'

const tags = createTagMaker()
let tag: ServedTag

beforeAll(async () => {
  tag = await tags.issue()
})
afterEach(async () => {
  await leaveSite()
  vi.useRealTimers()
})

/** Waits until the page has loaded its checker. */
async function openPage(path = '/verify') {
  tag.asked.length = 0
  const site = await openVerify(path, [found(tag)], [tag])
  await until(() => tag.asked.includes('/trusttag/trust.json'))
  tag.asked.length = 0
  return site
}

async function choose(...files: File[]): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')!
  Object.defineProperty(input, 'files', { value: files, configurable: true })
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })))
  await settled()
}

async function drop(...files: File[]): Promise<void> {
  const event = new Event('drop', { bubbles: true, cancelable: true })
  Object.defineProperty(event, 'dataTransfer', { value: { files } })
  await act(async () => find('.upload-area').dispatchEvent(event))
  await settled()
}

const goOffline = () => click(find('.offline-only input'))

const credential = () => aFile('credential.json', tag.files.credential)
const proof = () => aFile('proof.tlog-proof', tag.files.proof ?? '')

describe('files of a TrustTag', () => {
  it('are checked with the newest revocation list, without another click', async () => {
    const { api } = await openPage()
    await choose(credential())
    expect(texts('.result h2')).toEqual(['Valid TrustTag'])
    expect(find('.checks').textContent).toContain('As of 21 November 2026, 09:00 UTC.')
    expect([tag.asked, api.verify.mock.calls]).toEqual([expect.arrayContaining(['/trusttag/log/status/1.json']), []])
  })

  it('are checked offline on request, and then for revocation', async () => {
    const { api } = await openPage()
    await goOffline()
    await choose(credential(), proof())
    expect(texts('.result h2')).toEqual(['Genuine, but not checked for revocation'])
    expect(texts('.checks h4').filter((text) => !text?.endsWith('Passed'))).toEqual(['Not revoked Not checked'])
    expect(fact('Holder')).toBe('Maria Álvarez 李Name not checked')
    expect([tag.asked, api.verify.mock.calls]).toEqual([[], []])
    await click(control('Check for revocation'))
    await settled()
    expect(texts('.result h2')).toEqual(['Valid TrustTag'])
    expect(tag.asked).not.toContainEqual(expect.stringContaining('/tags/'))
    expect(document.activeElement).toBe(find('.result'))
  })

  it('dropped one by one belong together', async () => {
    await openPage()
    await goOffline()
    await drop(credential())
    expect(texts('.result h2')).toEqual(['Signed by TrustTag, not fully checked yet'])
    await drop(proof())
    expect(texts('.result h2')).toEqual(['Genuine, but not checked for revocation'])
    expect(tag.asked).toEqual([])
  })

  it('without their proof are completed by the server, after a note that it learns the TrustTag', async () => {
    await openPage()
    await goOffline()
    await choose(credential())
    expect(find('.result').textContent).toContain('Checked offline, as of')
    expect(find('.result').textContent).toContain('Fetching it tells the server which TrustTag you have')
    await click(control('Fetch the proof and check for revocation'))
    await settled()
    expect(texts('.result h2')).toEqual(['Valid TrustTag'])
  })

  it('that are invalid are named, and clear the previous result', async () => {
    await openPage()
    await choose(credential(), proof())
    await choose(aFile('holiday.txt', 'Hello'))
    expect(alertText()).toContain('holiday.txt: This is not a TrustTag file.')
    expect(texts('.result h2')).toEqual([])
    await choose(credential(), proof())
    expect(alertText()).toBeNull()
  })

  it('that were altered show no facts', async () => {
    await openPage()
    await choose(aFile('credential.json', tag.files.credential.replace('"value":"80"', '"value":"98"')), proof())
    expect(texts('.result h2')).toEqual(['Altered TrustTag'])
    expect(document.querySelector('.result dl')).toBeNull()
    await click(find('.result a[href*="verify?id="]'))
    await settled()
    expect(location.search).toBe(`?id=${tag.answer.trustTagId}`)
    expect(texts('.result h2')).toEqual(['Valid TrustTag'])
  })

  it('in a picture show the signed facts, and a warning', async () => {
    await openPage()
    const baked = `<openbadges:credential><![CDATA[${tag.files.credential}]]></openbadges:credential>`
    await choose(aFile('badge.svg', `<svg xmlns="http://www.w3.org/2000/svg">${baked}</svg>`))
    expect(texts('.result h2')).toEqual(['Valid TrustTag'])
    expect(find('.result').textContent).toContain('If the paper says anything else, the paper was changed.')
  })

  it('of several TrustTags are listed, the gravest first', async () => {
    const other = await tags.issue({ holderName: 'Grace Hopper' })
    await openPage()
    await goOffline()
    const forged = other.files.credential.replace('"value":"80"', '"value":"98"')
    await choose(credential(), proof(), aFile('other.json', forged))
    expect(texts('.result h2')).toEqual(['Altered TrustTag'])
    expect(texts('.found-tags button')).toEqual([
      `${other.answer.trustTagId} Altered TrustTag`,
      `${tag.answer.trustTagId} Genuine, but not checked for revocation`,
    ])
    await click(find('.found-tags li:last-child button'))
    expect(texts('.result h2')).toEqual(['Genuine, but not checked for revocation'])
    expect(fact('Holder')).toBe('Maria Álvarez 李Name not checked')
  })

  it('replace a looked-up ID, with a history entry', async () => {
    await openPage(`/verify?id=${tag.answer.trustTagId}`)
    expect(texts('.result h2')).toEqual(['Valid TrustTag'])
    await choose(credential(), proof())
    expect(location.pathname + location.search).toBe('/verify')
    expect(field('id').value).toBe('')
    expect(texts('.result h2')).toEqual(['Valid TrustTag'])
  })

  it('are not checked before the keys are loaded, with a message', async () => {
    await openVerify('/verify', [])
    await choose(credential(), proof())
    expect(alertText()).toContain('could not load TrustTag’s public keys')
  })
})

it('a file dropped beside the area does not replace the page', async () => {
  await openVerify('/verify', [])
  for (const name of ['dragover', 'drop']) {
    const missed = new Event(name, { bubbles: true, cancelable: true })
    document.body.dispatchEvent(missed)
    expect(missed.defaultPrevented).toBe(true)
  }
})
