// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { VerifyResult } from '../../../host-site/lib/site-api'
import { createTagMaker, type ServedTag } from '../support/checked-tags'
import { found, openVerify, settled } from '../support/open-verify'
import { click, control, field, fill, find, leaveSite, submit, submitButton, texts } from '../support/render-site'

const tags = createTagMaker()
let tag: ServedTag

beforeAll(async () => {
  tag = await tags.issue({ id: 'TT-WD2024001' })
})
afterEach(async () => {
  await leaveSite()
  vi.useRealTimers()
})

describe('the address', () => {
  it.each(['/verify?id=tt-wd2024001', '/verify/TT-WD2024001'])('%s fills in the ID and asks at once', async (path) => {
    const { api } = await openVerify(path, [found(tag)], [tag])
    expect(field('id').value).toBe('TT-WD2024001')
    expect(submitButton().disabled).toBe(false)
    expect(api.verify).toHaveBeenCalledExactlyOnceWith('TT-WD2024001')
    expect(texts('.result h2')).toEqual(['Valid TrustTag'])
  })

  it('with too short an ID sends no request and shows why', async () => {
    const { api } = await openVerify('/verify?id=TT', [])
    expect(texts('.field-error')).toHaveLength(1)
    expect(api.verify).not.toHaveBeenCalled()
  })

  it('contains the ID, so that results can be linked to; a check can be repeated', async () => {
    const { api } = await openVerify('/verify', [{ outcome: 'unknown' }, found(tag)], [tag])
    await fill({ id: 'tt-wd2024001' })
    await submit()
    expect(location.pathname + location.search).toBe('/verify?id=TT-WD2024001')
    await submit()
    await settled()
    expect(api.verify).toHaveBeenCalledTimes(2)
    expect(texts('.result h2')).toEqual(['Valid TrustTag'])
  })

  it('accepts an ID as a word processor writes it, and names the host of a link that leads elsewhere', async () => {
    const { api } = await openVerify('/verify', [found(tag), found(tag)], [tag])
    await fill({ id: 'tt\u2011el 2026 100001' })
    await submit()
    await settled()
    expect(api.verify).toHaveBeenLastCalledWith('TT-EL2026100001')
    expect(find('.result').textContent).not.toContain('Your link leads to')
    await fill({ id: 'https://evil.example/verify/TT-EL2026100002' })
    await submit()
    await settled()
    expect(api.verify).toHaveBeenLastCalledWith('TT-EL2026100002')
    expect(find('.result').textContent).toContain('Your link leads to evil.example, not to this site.')
  })

  it('of another TrustTag is not a new page: the focus stays', async () => {
    await openVerify('/verify/TT-WD2024001', [found(tag), { outcome: 'unknown' }], [tag])
    control('TT-EL2024017', '.samples').focus()
    await click(control('TT-EL2024017', '.samples'))
    expect(location.pathname + location.search).toBe('/verify?id=TT-EL2024017')
    expect(document.activeElement).toBe(control('TT-EL2024017', '.samples'))
    expect(document.title).toContain('Verify')
  })
})

describe('during a lookup', () => {
  it('shows progress, sends one request, and shows only the latest result', async () => {
    const { api } = await openVerify('/verify', [])
    const settle: ((result: VerifyResult) => void)[] = []
    api.verify.mockImplementation(() => new Promise((resolve) => settle.push(resolve)))
    await fill({ id: 'TT-WD2024001' })
    await submit()
    expect(submitButton().textContent).toBe('Verifying...')
    expect(submitButton().getAttribute('aria-disabled')).toBe('true')
    expect(find('.result').getAttribute('aria-busy')).toBe('true')
    await submit()
    await click(control('TT-EL2024017', '.samples'))
    expect(api.verify).toHaveBeenCalledOnce()
    await act(async () => history.pushState(null, '', '/verify?id=TT-QB2024042'))
    await act(async () => settle[1]?.({ outcome: 'unknown' }))
    await act(async () => settle[0]?.(found(tag)))
    expect(texts('.result h2')).toEqual(['Invalid TrustTag'])
    expect(find('.asked-id').textContent).toBe('TT-QB2024042')
    expect(submitButton().textContent).toBe('Verify')
  })

  it('an off-screen result is scrolled into view', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {})
    const below = vi.spyOn(Element.prototype, 'getBoundingClientRect')
    below.mockReturnValue(new DOMRect(0, 0, 100, 100))
    await openVerify('/verify?id=TT-WD2024001', [found(tag), found(tag)], [tag])
    expect(scrolled).not.toHaveBeenCalled()
    below.mockReturnValue(new DOMRect(0, window.innerHeight, 100, 100))
    await submit()
    await settled()
    expect(scrolled).toHaveBeenCalledOnce()
    vi.restoreAllMocks()
  })
})
