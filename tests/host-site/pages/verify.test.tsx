// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { found, openVerify } from '../support/open-verify'
import { click, control, field, fill, find, leaveSite, submit, submitButton, texts } from '../support/render-site'

const samples = ['TT-WD2024001', 'TT-EL2024017', 'TT-QB2024042']

/** A fact of the result, by its name. */
const fact = (name: string): string | null =>
  [...document.querySelectorAll('.result dt')].find(({ textContent }) => textContent === name)?.nextElementSibling
    ?.textContent ?? null

afterEach(leaveSite)

describe('checking a TrustTag', () => {
  it('shows all eight things that are known of a valid one', async () => {
    const { api } = await openVerify('/verify', found())
    await fill({ id: 'TT-WD2024001' })
    await submit()
    expect(api.verify).toHaveBeenCalledExactlyOnceWith('TT-WD2024001')
    expect(texts('.result h2')).toEqual(['Valid TrustTag'])
    expect(find('.verdict-head p').textContent).toBe('This TrustTag has been verified and is authentic')
    expect(fact('Status')).toBe('Valid')
    expect(fact('TrustTag ID')).toBe('TT-WD2024001')
    expect(fact('Skill')).toBe('Web DevelopmentTechnology')
    expect(fact('Holder')).toBe('Jordan Okafor')
    expect(fact('Issued')).toBe('14 March 2024')
    expect(fact('Score')).toBe('87%')
    expect(fact('Verified on')).toBe('21 November 2026, 19:05 UTC')
    expect(fact('Log hash')).toBe('Not yet in the public log')
    expect(control('public log', '.result').getAttribute('href')).toBe('/transparency')
    expect(fact('Valid until')).toBe('14 March 2028')
    expect(document.querySelector('.result .badge, [data-unreal]')).toBeNull()
    expect(fact('Tested with')).toBe('10 questions on this skillAnswered online, without supervision.')
  })

  it('says of one that general questions earned that none was on its skill', async () => {
    await openVerify('/verify?id=TT-SK2024001', found({ isGeneral: true }))
    expect(fact('Tested with')).toContain('10 general questions on safety and quality at work')
    expect(fact('Tested with')).toContain('None of them was on this skill alone.')
  })

  it('shows how many questions of each topic were right', async () => {
    const topics = [{ topic: 'safety', title: 'Safety', points: 2, of: 3 }]
    await openVerify('/verify?id=TT-WD2024001', found({ topics }))
    expect(texts('.topics li')).toEqual(['Safety: 2 of 3'])
  })

  it('says since when and why one is revoked', async () => {
    const revoked = {
      isValid: false,
      status: 'revoked',
      revokedAt: '2026-01-02T03:04:05Z',
      revokeReason: 'Fraud',
    } as const
    await openVerify('/verify?id=TT-WD2024001', found(revoked))
    expect(fact('Revoked on')).toBe('2 January 2026')
    expect(fact('Reason')).toBe('Fraud')
    expect(fact('Valid until')).toBeNull()
  })

  it('says of one of Test Mode that it proves nothing', async () => {
    await openVerify('/verify?id=TT-WD2024001', found({ mode: 'test' }))
    const read = find('.result [aria-live]')
    expect(read.querySelector('h2')?.textContent).toBe('Valid TrustTag')
    expect(read.textContent).toContain(
      'Test This TrustTag was made to try the service. It proves nothing about anybody.',
    )
    expect(find('.result .credential').hasAttribute('data-unreal')).toBe(true)
  })

  it('shows the hash of one that is in the public log', async () => {
    await openVerify('/verify?id=TT-WD2024001', found({ blockchainHash: 'ab12cd' }))
    expect(fact('Log hash')).toBe('ab12cd')
  })

  it('says of one that nobody knows that it is invalid, and keeps the ID', async () => {
    await openVerify('/verify', { outcome: 'unknown' })
    await fill({ id: 'TT-XX2024999' })
    await submit()
    expect(texts('.result h2')).toEqual(['Invalid TrustTag'])
    expect(find('.verdict-head p').textContent).toBe('This TrustTag ID was not found or is invalid')
    expect(find('.asked-id').textContent).toBe('TT-XX2024999')
    expect(field('id').value).toBe('TT-XX2024999')
    expect(find('.result').textContent).toContain('Its holder may keep it private.')
  })

  it.each([
    ['revoked', 'Revoked TrustTag', 'Revoked'],
    ['expired', 'Expired TrustTag', 'Expired'],
  ] as const)('tells a %s one from a valid one', async (status, title, said) => {
    await openVerify('/verify?id=TT-WD2024001', found({ isValid: false, status }))
    expect(texts('.result h2')).toEqual([title])
    expect(fact('Status')).toBe(said)
    expect(fact('Valid until')).toBeNull()
    expect(fact('Expired on')).toBe(status === 'expired' ? '14 March 2028' : null)
    expect(find('.result').textContent).not.toContain('authentic')
  })

  it('judges nothing when nobody answers, keeps the ID, and tries again', async () => {
    const { api } = await openVerify('/verify', { outcome: 'failed', error: '' }, found())
    await fill({ id: 'TT-WD2024001' })
    await submit()
    expect(find('.result [role="alert"]').textContent).toContain('This says nothing about the TrustTag.')
    expect(texts('.result h2')).toEqual([])
    expect(field('id').value).toBe('TT-WD2024001')
    await click(control('Try again'))
    expect(api.verify).toHaveBeenCalledTimes(2)
    expect(texts('.result h2')).toEqual(['Valid TrustTag'])
    expect(document.activeElement).toBe(find('.result'))
  })

  it('passes on the server’s reason for refusing', async () => {
    await openVerify('/verify?id=TT-WD2024001', { outcome: 'failed', error: 'Too many requests.' })
    expect(find('.result [role="alert"] p').textContent).toBe('Too many requests.')
  })
})

describe('the ID', () => {
  it('is required: the button waits for more than blanks', async () => {
    await openVerify('/verify')
    expect(find('label[for="id"]').textContent).toBe('TrustTag ID')
    expect(field('id').required).toBe(true)
    expect(submitButton().disabled).toBe(true)
    await fill({ id: '   ' })
    expect(submitButton().disabled).toBe(true)
    await fill({ id: 'T' })
    expect(submitButton().disabled).toBe(false)
  })

  it('of five characters or fewer is refused without asking, at the field', async () => {
    const { api } = await openVerify('/verify', { outcome: 'unknown' })
    await fill({ id: ' tt-12 ' })
    await submit()
    expect(texts('.field-error')).toEqual(['A TrustTag ID is longer than this, such as TT-WD2024001.'])
    expect(field('id').getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field('id'))
    expect(api.verify).not.toHaveBeenCalled()
    await fill({ id: 'tt-123' })
    await submit()
    expect(texts('.field-error')).toEqual([])
    expect(api.verify).toHaveBeenCalledExactlyOnceWith('TT-123')
  })

  it('that is too short takes the result of another one away', async () => {
    await openVerify('/verify?id=TT-WD2024001', found())
    await fill({ id: 'TT' })
    await submit()
    expect(texts('.result h2')).toEqual([])
  })

  it.each(samples)('%s is a sample that fills the field and is looked up', async (id) => {
    const { api } = await openVerify('/verify', found({ trustTagId: id, mode: 'sample' }))
    expect(texts('.samples button')).toEqual(samples)
    await click(control(id, '.samples'))
    expect(field('id').value).toBe(id)
    expect(api.verify).toHaveBeenCalledExactlyOnceWith(id)
    expect(find('.result .badge').textContent).toBe('Sample')
  })
})
