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

/** The page, once it has loaded in an idle moment what files are checked with. */
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

const credential = () => aFile('credential.json', tag.files.credential)
const proof = () => aFile('proof.tlog-proof', tag.files.proof ?? '')

describe('files of a TrustTag', () => {
  it('are checked without asking anybody, and then the server is asked about the revocation, if somebody wants to', async () => {
    const { api } = await openPage()
    await choose(credential(), proof())
    expect(texts('.result h2')).toEqual(['Genuine, but not checked for revocation'])
    expect(texts('.checks h4').filter((text) => !text?.endsWith('Passed'))).toEqual(['Not revoked Could not be asked'])
    expect(fact('Holder')).toBe('Maria Álvarez 李')
    expect([tag.asked, api.verify.mock.calls]).toEqual([[], []])
    await click(control('Ask whether it was revoked'))
    await settled()
    expect(texts('.result h2')).toEqual(['Valid TrustTag'])
    expect(tag.asked).not.toContainEqual(expect.stringContaining('/tags/'))
    expect(document.activeElement).toBe(find('.result'))
  })

  it('dropped one after the other belong together', async () => {
    await openPage()
    await drop(credential())
    expect(texts('.result h2')).toEqual(['Not in the public log'])
    await drop(proof())
    expect(texts('.result h2')).toEqual(['Genuine, but not checked for revocation'])
    expect(tag.asked).toEqual([])
  })

  it('without their proof are completed by the server, which learns which TrustTag it is, as the page says first', async () => {
    await openPage()
    await choose(credential())
    expect(find('.result').textContent).toContain('asking for it tells it which TrustTag you hold')
    await click(control('Fetch the proof and ask whether it was revoked'))
    await settled()
    expect(texts('.result h2')).toEqual(['Valid TrustTag'])
  })

  it('that are wrong are named, and take the result before away', async () => {
    await openPage()
    await choose(credential(), proof())
    await choose(aFile('holiday.txt', 'Hello'))
    expect(alertText()).toContain('holiday.txt: This is no TrustTag file.')
    expect(texts('.result h2')).toEqual([])
    await choose(credential(), proof())
    expect(alertText()).toBeNull()
  })

  it('that were altered are not ours to show', async () => {
    await openPage()
    await choose(aFile('credential.json', tag.files.credential.replace('"value":"80"', '"value":"98"')), proof())
    expect(texts('.result h2')).toEqual(['Altered TrustTag'])
    expect(document.querySelector('.result dl')).toBeNull()
  })

  it('take the place of an ID that was looked up, one step forward in the history', async () => {
    await openPage(`/verify?id=${tag.answer.trustTagId}`)
    expect(texts('.result h2')).toEqual(['Valid TrustTag'])
    await choose(credential(), proof())
    expect(location.pathname + location.search).toBe('/verify')
    expect(field('id').value).toBe('')
    expect(texts('.result h2')).toEqual(['Genuine, but not checked for revocation'])
  })

  it('are not checked before the keys are there, and the page says so', async () => {
    await openVerify('/verify', [])
    await choose(credential(), proof())
    expect(alertText()).toContain('has not been able to load TrustTag’s public keys')
  })
})

it('a file that misses its place is not opened in the place of the page', async () => {
  await openVerify('/verify', [])
  for (const name of ['dragover', 'drop']) {
    const missed = new Event(name, { bubbles: true, cancelable: true })
    document.body.dispatchEvent(missed)
    expect(missed.defaultPrevented).toBe(true)
  }
})
