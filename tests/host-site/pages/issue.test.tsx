// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Attempt } from '../../../contract/schemas/assessments'
import type { HeldTag } from '../../../contract/schemas/tags'
import { anAttempt, aResult } from '../features/assessment/an-attempt'
import { aHeldTag, credits } from '../support/member-credits'
import { answering, refused, type Replies } from '../support/answering'
import { aMember } from '../support/fake-client'
import {
  alertText,
  click,
  control,
  field,
  fill,
  find,
  leaveSite,
  renderSite,
  submit,
  texts,
} from '../support/render-site'

afterEach(leaveSite)

const passed = (id: string, skill: string): Attempt =>
  anAttempt({ id, skill, status: 'complete', result: aResult(80), isVisitors: false })

/** A server that issues: it spends the credit and adds the TrustTag. */
function server(attempts: Attempt[], available: number, more: Replies = {}) {
  const tags: HeldTag[] = []
  return answering({
    claimAttempts: () => ({ attempts }),
    listTagPurchases: () => ({ purchases: [], credits: credits(available - tags.length) }),
    listTags: () => ({ tags }),
    issueTag: ({ attemptId, holderName }) => {
      const tag = aHeldTag({ attemptId, holderName })
      tags.push(tag)
      return tag
    },
    ...more,
  })
}
/** The view of an issued TrustTag is loaded on issue. */
async function issue(): Promise<void> {
  await submit()
  await act(async () => {
    await import('../../../host-site/features/issue/issued-tag')
    await new Promise((resolve) => setTimeout(resolve))
  })
}
/** Chooses the visibility. */
const setVisibility = (visibility: 'PUBLIC' | 'LINK' | 'PRIVATE') => click(find(`input[value="${visibility}"]`))
const open = (call: ReturnType<typeof server>['call'], query = 'issue=') =>
  renderSite(`/checkout?${query}`, { call, loggedIn: aMember() })

describe('issuing a TrustTag', () => {
  it('prefills the account’s name, and says that it is final', async () => {
    await open(server([passed('att_1', 'Cook')], 1).call)
    expect(field('holderName').value).toBe('Ann Lee')
    expect(find('#holderName-hint').textContent).toContain('It cannot be changed later')
    expect(texts('.issue-form strong')).toEqual(['Cook', 'Public', 'Link only', 'Private'])
    expect(find('.issue-form').textContent).toContain('Issuing uses your one credit.')
  })

  it('sends the confirmed name and the choice, and draws the TrustTag', async () => {
    const { call, asked } = server([passed('att_1', 'Cook')], 1)
    await open(call)
    await fill({ holderName: '  Ann B. Lee ' })
    await setVisibility('PUBLIC')
    await issue()
    expect(asked).toContainEqual(['issueTag', { attemptId: 'att_1', holderName: 'Ann B. Lee', visibility: 'PUBLIC' }])
    expect(find('#issued').textContent).toBe('Your TrustTag for Cook is issued')
    expect(document.activeElement).toBe(find('#issued'))
    expect(texts('.credential dd').slice(0, 4)).toEqual([
      '80%',
      'likely 70–95 · 10 questions',
      'Ann B. Lee',
      'Name not checked',
    ])
    expect(find('.credential .badge').textContent).toBe('Test')
    expect(find('.issued-link a').getAttribute('href')).toContain('/verify/TT-TEST-CK202612345678')
    expect(control('Go to your profile').getAttribute('href')).toBe('/profile')
  })

  it('that is private shows no link', async () => {
    const tag = aHeldTag({ visibility: 'PRIVATE' })
    await open(server([passed('att_1', 'Cook')], 1, { issueTag: () => tag }).call)
    await setVisibility('PRIVATE')
    await issue()
    expect(find('.issued').textContent).toContain('no one else can check it')
    expect(document.querySelector('.issued-link')).toBeNull()
  })

  it('copies the link to its check', async () => {
    const writeText = vi
      .fn<(text: string) => Promise<void>>()
      .mockResolvedValueOnce()
      .mockRejectedValue(new Error('no'))
    Object.defineProperty(window.navigator, 'clipboard', { value: { writeText }, configurable: true })
    await open(server([passed('att_1', 'Cook')], 1).call)
    await setVisibility('LINK')
    await issue()
    await click(control('Copy link'))
    expect(writeText).toHaveBeenCalledExactlyOnceWith('http://localhost:4000/verify/TT-TEST-CK202612345678')
    expect(find('.issued output').textContent).toBe('The link has been copied.')
    await click(control('Copy link'))
    expect(alertText()).toContain('Please select and copy it.')
  })

  it('keeps the issued TrustTag visible after the last credit', async () => {
    await open(server([passed('att_1', 'Cook')], 1).call, 'purchase=latest')
    await setVisibility('LINK')
    await issue()
    expect(find('#issued').textContent).toContain('is issued')
    expect(() => control('Issue another')).toThrow()
  })

  it('continues with the next one while there are credits', async () => {
    const { call, asked } = server([passed('att_1', 'Cook'), passed('att_2', 'Driver')], 2)
    await open(call, 'issue=&attempt=att_2')
    expect(field('attemptId').form?.querySelector<HTMLInputElement>('[name="attemptId"]:checked')?.value).toBe('att_2')
    await setVisibility('LINK')
    await issue()
    await click(control('Issue another'))
    expect(texts('.issue-form .radios:first-of-type strong')).toEqual(['Cook'])
    await setVisibility('LINK')
    await issue()
    expect(asked.filter(([name]) => name === 'issueTag').map(([, input]) => input)).toMatchObject([
      { attemptId: 'att_2' },
      { attemptId: 'att_1' },
    ])
  })

  it('preselects nothing, and sends nothing before the holder chooses who can see it', async () => {
    const { call, asked, namesAsked } = server([passed('att_1', 'Cook')], 1)
    await open(call)
    expect(document.querySelectorAll('[name="visibility"]:checked')).toHaveLength(0)
    await submit()
    expect(find('#visibility-error').textContent).toBe('Please choose who can see it.')
    expect(find('.radios:has([name="visibility"])').getAttribute('aria-describedby')).toContain('visibility-error')
    expect(document.activeElement).toBe(find('input[value="PUBLIC"]'))
    expect(document.querySelectorAll('[name="visibility"]:checked')).toHaveLength(0)
    expect(namesAsked()).not.toContain('issueTag')
    await setVisibility('PRIVATE')
    await issue()
    expect(asked).toContainEqual(['issueTag', { attemptId: 'att_1', holderName: 'Ann Lee', visibility: 'PRIVATE' }])
  })

  it('says before the choice what others will see, and what the log stores', async () => {
    await open(server([passed('att_1', 'Cook')], 1).call)
    const note = find('#visibility-note').textContent
    for (const shown of ['name', 'skill', 'score', 'dates']) expect(note).toContain(shown)
    expect(find('.issue-terms').textContent).toContain('a hash that identifies no one')
    expect(control('public log', '.issue-terms').getAttribute('href')).toBe('/transparency')
  })

  it('sends nothing without a name', async () => {
    const { call, namesAsked } = server([passed('att_1', 'Cook')], 1)
    await open(call)
    await fill({ holderName: '  ' })
    await submit()
    expect(find('#holderName-error').textContent).toBe('Please enter the name for the TrustTag.')
    expect(document.activeElement).toBe(field('holderName'))
    expect(namesAsked()).not.toContain('issueTag')
  })

  it.each([
    ['a name that cannot be read', refused('invalid-field-value', 'No.'), '#holderName-error', 'in letters'],
    [
      'another refusal',
      refused('no-credit-left', 'You have no credit left.'),
      '[role="alert"]',
      'You have no credit left.',
    ],
    ['silence', refused(''), '[role="alert"]', 'The TrustTag could not be issued. Nothing is lost'],
  ])('shows what is wrong after %s, and keeps the input', async (_what, answer, where, text) => {
    await open(server([passed('att_1', 'Cook')], 1, { issueTag: () => answer }).call)
    await fill({ holderName: 'Ann B. Lee' })
    await setVisibility('LINK')
    await submit()
    expect(find(where).textContent).toContain(text)
    expect(field('holderName').value).toBe('Ann B. Lee')
  })
})

describe('what is missing', () => {
  it('without a passed assessment, links to the skills', async () => {
    await open(server([anAttempt({ isVisitors: false })], 1).call)
    expect(control('Choose a skill', 'main').getAttribute('href')).toBe('/create-trust-tag')
  })

  it('without a credit, links to the packages with the assessment', async () => {
    await open(server([passed('att_1', 'Cook')], 0).call, 'issue=&attempt=att_1')
    expect(control('Choose a package').getAttribute('href')).toBe('/checkout?attempt=att_1')
  })
})
