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
  it('shows all eight signed facts of a valid TrustTag', async () => {
    const { api } = await openVerify('/verify', [found(tag)], [tag])
    await fill({ id: tag.answer.trustTagId })
    await submit()
    await settled()
    expect(api.verify).toHaveBeenCalledExactlyOnceWith(tag.answer.trustTagId)
    expect(texts('.result h2')).toEqual(['Valid TrustTag'])
    expect(find('.verdict-head p').textContent).toBe('This TrustTag has been verified and is authentic')
    expect(fact('Status')).toBe('Valid')
    expect(fact('TrustTag ID')).toBe(tag.answer.trustTagId)
    expect(fact('Skill')).toBe('ElectricianKnowledge test, not a license')
    expect(fact('Holder')).toBe('Maria Álvarez 李Name not checked')
    expect(fact('Issued')).toBe('20 November 2026')
    expect(fact('Score')).toBe('80%likely 61–92 · 10 questions')
    expect(fact('Verified on')).toBe('21 November 2026, 09:00 UTC')
    expect(fact('Log hash')).toContain(tag.answer.blockchainHash)
    expect(fact('Valid until')).toBe('21 November 2027')
    expect(texts('.topics li')).toEqual(['Safety: strong', 'Wiring: strong'])
    expect(document.querySelector('.result .badge, [data-unreal]')).toBeNull()
    expect(fact('Tested with')).toBe(
      '10 questions on this skillAnswered online, without supervision. Questions not yet reviewed by an expert.',
    )
  })

  it('shows the result of each check, and the witnesses with times', async () => {
    await openServed(tag)
    expect(texts('.checks h4')).toHaveLength(6)
    for (const text of texts('.checks h4')) expect(text).toMatch(/ Passed$/)
    expect(texts('.check-witnesses li')).toEqual([
      'watch.example/log, 21 November 2026, 09:00 UTC',
      'trusttag.example/witness, 21 November 2026, 09:00 UTC (run by TrustTag)',
    ])
  })

  it('claims “blockchain secured” only for logged TrustTags, with a link to the explanation', async () => {
    await openServed(tag)
    expect(control('Blockchain Secured', '.result').getAttribute('href')).toBe('/transparency')
    await leaveSite()
    await openServed(serve(tag.answer, { ...tag.files, proof: null }))
    expect(texts('.result h2')).toEqual(['Signed by TrustTag, not fully checked yet'])
    expect(find('.result').textContent).not.toContain('Blockchain Secured')
    expect(fact('Log hash')).toBe('Not shown to be in the public log')
  })

  it('says that general questions were not about the skill', async () => {
    await openServed(await tags.issue({ id: 'TT-SK2026000042' }))
    expect(fact('Tested with')).toContain('10 general questions on safety and quality at work')
    expect(fact('Tested with')).toContain('None were specific to one trade.')
  })

  it('shows date and reason of a revocation', async () => {
    await openServed(await tags.issue({ revokedAt: Date.parse('2026-11-20T10:00:00Z'), revokeReason: 'Fraud' }))
    expect(texts('.result h2')).toEqual(['Revoked TrustTag'])
    expect(fact('Status')).toBe('Revoked')
    expect(fact('Revoked on')).toBe('20 November 2026')
    expect(fact('Reason')).toBe('Fraud')
    expect(fact('Valid until')).toBeNull()
    expect(find('.result').textContent).not.toContain('authentic')
  })

  it('distinguishes an expired TrustTag from a valid one', async () => {
    await openServed(await tags.issue({ issuedAt: NOW - 2_000_000, expiresAt: NOW - 1_000_000 }))
    expect(texts('.result h2')).toEqual(['Expired TrustTag'])
    expect([fact('Status'), fact('Expired on')]).toEqual(['Expired', '21 November 2026'])
    expect(find('.result').textContent).not.toContain('authentic')
  })

  it.each([
    ['test', 'Test This TrustTag was made to try out the service. It is not proof of a skill.'],
    ['sample', 'Sample This is an example of a check. No one holds this TrustTag.'],
  ] as const)('says of a %s that it proves nothing', async (mode, said) => {
    await openServed(await tags.issue({ mode }))
    const read = find('.result [aria-live]')
    expect(read.querySelector('h2')?.textContent).toBe('Sample: Valid TrustTag')
    expect(read.textContent).toContain(said)
    expect(find('.result .credential').hasAttribute('data-unreal')).toBe(true)
  })

  it('shows only the checks of an altered TrustTag', async () => {
    const credential = tag.files.credential.replace('"value":"80"', '"value":"98"')
    await openServed(serve({ ...tag.answer, score: 98 }, { ...tag.files, credential }))
    expect(texts('.result h2')).toEqual(['Altered TrustTag'])
    expect(find('.result').textContent).not.toMatch(/98|Maria/)
    expect(texts('.checks h4')).toEqual(['Unchanged since it was signed Failed'])
  })

  it('rejects a response that differs from the signed facts, and shows the signed ones', async () => {
    await openServed(serve({ ...tag.answer, score: 98 }, tag.files))
    expect(texts('.result h2')).toEqual(['Not authentic'])
    expect(find('.contradictions').textContent).toBe('These differ: the score. The signed facts are below.')
    expect(fact('Score')).toBe('80%likely 61–92 · 10 questions')
  })

  it('that cannot be checked is never shown as valid, and can be retried', async () => {
    const served = serve(tag.answer, tag.files)
    const keys = served.served.get('/trusttag/trust.json') ?? ''
    served.served.delete('/trusttag/trust.json')
    const { api } = await openVerify(`/verify?id=${tag.answer.trustTagId}`, [found(tag), found(tag)], [served])
    expect(texts('.result h2')).toEqual(['Could not be checked'])
    expect(find('.result').textContent).toContain('Our server says, without proof: Electrician, 80%')
    expect(find('.result').textContent).not.toMatch(/\bvalid\b/i)
    served.served.set('/trusttag/trust.json', keys)
    await click(control('Check again'))
    await settled()
    expect(api.verify).toHaveBeenCalledTimes(2)
    expect(texts('.result h2')).toEqual(['Valid TrustTag'])
    expect(document.activeElement).toBe(find('.result'))
  })

  it('shows an unknown ID as invalid, and keeps it', async () => {
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

  it('gives no verdict without a response, keeps the ID, and can retry', async () => {
    const { trustTagId } = tag.answer
    const { api } = await openVerify('/verify', [{ outcome: 'failed', error: '' }, found(tag)], [tag])
    await fill({ id: trustTagId })
    await submit()
    await settled()
    expect(find('.result [role="alert"]').textContent).toContain('This does not mean that the TrustTag is invalid.')
    expect(texts('.result h2')).toEqual([])
    expect(field('id').value).toBe(trustTagId)
    await click(control('Try again'))
    await settled()
    expect(api.verify).toHaveBeenCalledTimes(2)
    expect(texts('.result h2')).toEqual(['Valid TrustTag'])
    expect(document.activeElement).toBe(find('.result'))
  })

  it('shows the server’s reason for an error', async () => {
    await openVerify('/verify?id=TT-WD2024001', [{ outcome: 'failed', error: 'Too many requests.' }])
    expect(find('.result [role="alert"] p').textContent).toBe('Too many requests.')
  })
})

describe('the ID', () => {
  it('is required: blanks do not enable the button', async () => {
    await openVerify('/verify', [])
    expect(find('label[for="id"]').textContent).toBe('TrustTag ID')
    expect(field('id').required).toBe(true)
    expect(submitButton().disabled).toBe(true)
    await fill({ id: '   ' })
    expect(submitButton().disabled).toBe(true)
    await fill({ id: 'T' })
    expect(submitButton().disabled).toBe(false)
  })

  it('of five characters or fewer is refused at the field, without a request', async () => {
    const { api } = await openVerify('/verify', [{ outcome: 'unknown' }])
    await fill({ id: ' tt-12 ' })
    await submit()
    expect(texts('.field-error')).toEqual(['A TrustTag ID is longer, for example TT-WD2024001.'])
    expect(field('id').getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field('id'))
    expect(api.verify).not.toHaveBeenCalled()
    await fill({ id: 'tt-123' })
    await submit()
    await settled()
    expect(texts('.field-error')).toEqual([])
    expect(api.verify).toHaveBeenCalledExactlyOnceWith('TT-123')
  })

  it('that is too short clears the previous result', async () => {
    await openServed(tag)
    await fill({ id: 'TT' })
    await submit()
    expect(texts('.result h2')).toEqual([])
  })

  it.each(samples)('the sample %s fills the field and is looked up', async (id) => {
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
