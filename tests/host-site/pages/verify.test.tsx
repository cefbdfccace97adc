// @vitest-environment happy-dom
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTagMaker, NOW, serve, type ServedTag } from '../support/checked-tags'
import { fact, found, openServed, openVerify, settled } from '../support/open-verify'
import { click, control, field, fill, find, leaveSite, submit, submitButton, texts } from '../support/render-site'

const samples = ['TT-WD2024001', 'TT-EL2024017', 'TT-QB2024042']
const tags = createTagMaker()
let tag: ServedTag

beforeAll(async () => {
  tag = await tags.issue()
})
afterEach(async () => {
  await leaveSite()
  vi.useRealTimers()
})

describe('checking a TrustTag', () => {
  it('shows all eight things that are known of a valid one, as they were signed', async () => {
    const { api } = await openVerify('/verify', [found(tag)], [tag])
    await fill({ id: tag.answer.trustTagId })
    await submit()
    await settled()
    expect(api.verify).toHaveBeenCalledExactlyOnceWith(tag.answer.trustTagId)
    expect(texts('.result h2')).toEqual(['Valid TrustTag'])
    expect(find('.verdict-head p').textContent).toBe('This TrustTag has been verified and is authentic')
    expect(fact('Status')).toBe('Valid')
    expect(fact('TrustTag ID')).toBe(tag.answer.trustTagId)
    expect(fact('Skill')).toBe('Electrician')
    expect(fact('Holder')).toBe('Maria Álvarez 李')
    expect(fact('Issued')).toBe('20 November 2026')
    expect(fact('Score')).toBe('80%')
    expect(fact('Verified on')).toBe('21 November 2026, 09:00 UTC')
    expect(fact('Log hash')).toContain(tag.answer.blockchainHash)
    expect(fact('Valid until')).toBe('21 November 2027')
    expect(texts('.topics li')).toEqual(['Safety: 75%', 'Wiring: 83%'])
    expect(document.querySelector('.result .badge, [data-unreal]')).toBeNull()
    expect(fact('Tested with')).toBe('10 questions on this skillAnswered online, without supervision.')
  })

  it('says of each thing that was checked what came of it, and who saw the log when', async () => {
    await openServed(tag)
    expect(texts('.checks h4')).toHaveLength(6)
    for (const text of texts('.checks h4')) expect(text).toMatch(/ Passed$/)
    expect(texts('.check-witnesses li')).toEqual([
      'watch.example/log, 21 November 2026, 09:00 UTC',
      'trusttag.example/witness, 21 November 2026, 09:00 UTC (run by TrustTag itself)',
    ])
  })

  it('calls only what stands in the log blockchain secured, and says where that is explained', async () => {
    await openServed(tag)
    expect(control('Blockchain Secured', '.result').getAttribute('href')).toBe('/transparency')
    await leaveSite()
    await openServed(serve(tag.answer, { ...tag.files, proof: null }))
    expect(texts('.result h2')).toEqual(['Not in the public log'])
    expect(find('.result').textContent).not.toContain('Blockchain Secured')
    expect(fact('Log hash')).toBe('Not shown to be in the public log')
  })

  it('says of one that general questions earned that none was on its skill', async () => {
    await openServed(await tags.issue({ id: 'TT-SK2026000042' }))
    expect(fact('Tested with')).toContain('10 general questions on safety and quality at work')
    expect(fact('Tested with')).toContain('None of them was on this skill alone.')
  })

  it('says since when and why one is revoked', async () => {
    await openServed(await tags.issue({ revokedAt: Date.parse('2026-11-20T10:00:00Z'), revokeReason: 'Fraud' }))
    expect(texts('.result h2')).toEqual(['Revoked TrustTag'])
    expect(fact('Status')).toBe('Revoked')
    expect(fact('Revoked on')).toBe('20 November 2026')
    expect(fact('Reason')).toBe('Fraud')
    expect(fact('Valid until')).toBeNull()
    expect(find('.result').textContent).not.toContain('authentic')
  })

  it('tells one that has run out from a valid one', async () => {
    await openServed(await tags.issue({ issuedAt: NOW - 2_000_000, expiresAt: NOW - 1_000_000 }))
    expect(texts('.result h2')).toEqual(['Expired TrustTag'])
    expect([fact('Status'), fact('Expired on')]).toEqual(['Expired', '21 November 2026'])
    expect(find('.result').textContent).not.toContain('authentic')
  })

  it.each([
    ['test', 'Test This TrustTag was made to try the service. It proves nothing about anybody.'],
    ['sample', 'Sample Nobody holds this TrustTag. It shows what a check looks like.'],
  ] as const)('says of a %s that it proves nothing', async (mode, said) => {
    await openServed(await tags.issue({ mode }))
    const read = find('.result [aria-live]')
    expect(read.querySelector('h2')?.textContent).toBe('Valid TrustTag')
    expect(read.textContent).toContain(said)
    expect(find('.result .credential').hasAttribute('data-unreal')).toBe(true)
  })

  it('shows nothing of one that was altered but what was checked', async () => {
    const credential = tag.files.credential.replace('"value":"80"', '"value":"98"')
    await openServed(serve({ ...tag.answer, score: 98 }, { ...tag.files, credential }))
    expect(texts('.result h2')).toEqual(['Altered TrustTag'])
    expect(find('.result').textContent).not.toMatch(/98|Maria/)
    expect(texts('.checks h4')).toEqual(['Unchanged since it was signed Failed'])
  })

  it('does not believe an answer that says more than was signed, and shows what was', async () => {
    await openServed(serve({ ...tag.answer, score: 98 }, tag.files))
    expect(texts('.result h2')).toEqual(['Not authentic'])
    expect(find('.contradictions').textContent).toBe('What differs: the score. Below stands what was signed.')
    expect(fact('Score')).toBe('80%')
  })

  it('that cannot be checked is never called valid; it can be tried again', async () => {
    const served = serve(tag.answer, tag.files)
    const keys = served.served.get('/trusttag/trust.json') ?? ''
    served.served.delete('/trusttag/trust.json')
    const { api } = await openVerify(`/verify?id=${tag.answer.trustTagId}`, [found(tag), found(tag)], [served])
    expect(texts('.result h2')).toEqual(['Could not be checked'])
    expect(find('.result').textContent).toContain('What our server says, unproved: Electrician, 80%')
    expect(find('.result').textContent).not.toMatch(/\bvalid\b/i)
    served.served.set('/trusttag/trust.json', keys)
    await click(control('Check again'))
    await settled()
    expect(api.verify).toHaveBeenCalledTimes(2)
    expect(texts('.result h2')).toEqual(['Valid TrustTag'])
    expect(document.activeElement).toBe(find('.result'))
  })

  it('says of one that nobody knows that it is invalid, and keeps the ID', async () => {
    await openVerify('/verify', [{ outcome: 'unknown' }])
    await fill({ id: 'TT-XX2024999' })
    await submit()
    await settled()
    expect(texts('.result h2')).toEqual(['Invalid TrustTag'])
    expect(find('.verdict-head p').textContent).toBe('This TrustTag ID was not found or is invalid')
    expect(find('.asked-id').textContent).toBe('TT-XX2024999')
    expect(field('id').value).toBe('TT-XX2024999')
    expect(find('.result').textContent).toContain('Its holder may keep it private.')
  })

  it('judges nothing when nobody answers, keeps the ID, and tries again', async () => {
    const { trustTagId } = tag.answer
    const { api } = await openVerify('/verify', [{ outcome: 'failed', error: '' }, found(tag)], [tag])
    await fill({ id: trustTagId })
    await submit()
    await settled()
    expect(find('.result [role="alert"]').textContent).toContain('This says nothing about the TrustTag.')
    expect(texts('.result h2')).toEqual([])
    expect(field('id').value).toBe(trustTagId)
    await click(control('Try again'))
    await settled()
    expect(api.verify).toHaveBeenCalledTimes(2)
    expect(texts('.result h2')).toEqual(['Valid TrustTag'])
    expect(document.activeElement).toBe(find('.result'))
  })

  it('passes on the server’s reason for refusing', async () => {
    await openVerify('/verify?id=TT-WD2024001', [{ outcome: 'failed', error: 'Too many requests.' }])
    expect(find('.result [role="alert"] p').textContent).toBe('Too many requests.')
  })
})

describe('the ID', () => {
  it('is required: the button waits for more than blanks', async () => {
    await openVerify('/verify', [])
    expect(find('label[for="id"]').textContent).toBe('TrustTag ID')
    expect(field('id').required).toBe(true)
    expect(submitButton().disabled).toBe(true)
    await fill({ id: '   ' })
    expect(submitButton().disabled).toBe(true)
    await fill({ id: 'T' })
    expect(submitButton().disabled).toBe(false)
  })

  it('of five characters or fewer is refused without asking, at the field', async () => {
    const { api } = await openVerify('/verify', [{ outcome: 'unknown' }])
    await fill({ id: ' tt-12 ' })
    await submit()
    expect(texts('.field-error')).toEqual(['A TrustTag ID is longer than this, such as TT-WD2024001.'])
    expect(field('id').getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field('id'))
    expect(api.verify).not.toHaveBeenCalled()
    await fill({ id: 'tt-123' })
    await submit()
    await settled()
    expect(texts('.field-error')).toEqual([])
    expect(api.verify).toHaveBeenCalledExactlyOnceWith('TT-123')
  })

  it('that is too short takes the result of another one away', async () => {
    await openServed(tag)
    await fill({ id: 'TT' })
    await submit()
    expect(texts('.result h2')).toEqual([])
  })

  it.each(samples)('%s is a sample that fills the field and is looked up', async (id) => {
    const sample = await tags.issue({ id, mode: 'sample' })
    const { api } = await openVerify('/verify', [found(sample)], [sample])
    expect(texts('.samples button')).toEqual(samples)
    await click(control(id, '.samples'))
    await settled()
    expect(field('id').value).toBe(id)
    expect(api.verify).toHaveBeenCalledExactlyOnceWith(id)
    expect(find('.result .badge').textContent).toBe('Sample')
  })
})
