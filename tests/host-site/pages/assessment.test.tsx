// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Attempt } from '../../../contract/schemas/assessments'
import type { SiteApi } from '../../../host-site/lib/site-api'
import { aMember } from '../../support/a-member'
import { anAttempt, aResult } from '../features/assessment/an-attempt'
import { alertText, click, control, find, leaveSite, renderSite, texts } from '../support/render-site'
import { theEnd } from '../support/the-end'

let attempt: Attempt
let asked: [string, object][]
/** Skills that a login does not take over; null when the call fails. */
let dropped: string[] | null
const call: SiteApi['call'] = async (name, input) => {
  asked.push([name, input])
  if (name === 'completeAttempt') attempt = { ...attempt, status: 'complete', result: aResult(80) }
  if (name === 'claimAttempts' && !dropped) return { success: false, code: '', error: '', retryAfterSeconds: null }
  if (name === 'claimAttempts') attempt = { ...attempt, isVisitors: false }
  const data = { claimAttempts: { attempts: [], dropped }, listWorkSamples: { samples: [] } }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every other call here answers the attempt
  return {
    success: true,
    data: new Map<string, object>(Object.entries(data)).get(name) ?? attempt,
    message: '',
  } as never
}

beforeEach(() => {
  attempt = anAttempt()
  asked = []
  dropped = []
})
afterEach(leaveSite)

const open = (loggedIn: ReturnType<typeof aMember> | null = null) =>
  renderSite('/create-trust-tag?attempt=att_1', { call, loggedIn })
const next = () => find('.question [type="submit"]')
const choose = (value: string) => click(find(`input[value="${value}"]`))

describe('a question', () => {
  beforeEach(async () => void (await open()))

  it('stands under the skill, its number and the progress', () => {
    expect(find('main h2').textContent).toBe('Cook Technical Assessment')
    expect(find('.assessment').textContent).not.toContain('General questions')
    expect(find('.assessment .badge').textContent).toBe('Question 1 of 3')
    expect(find('progress').getAttribute('value')).toBe('1')
    expect(texts('.choice')).toEqual(['Wash', 'Cut', 'Cook', 'Serve'])
  })

  it('needs an answer before the next one, and the first has none before it', async () => {
    expect(control('Previous').hasAttribute('disabled')).toBe(true)
    expect(next().hasAttribute('disabled')).toBe(true)
    await choose('Cut')
    expect(next().hasAttribute('disabled')).toBe(false)
    expect(asked).toContainEqual(['saveAnswers', { attemptId: 'att_1', answers: { 1: 'Cut' } }])
    await click(next())
    expect(find('.assessment .badge').textContent).toBe('Question 2 of 3')
    expect(document.activeElement).toBe(find('legend'))
    await click(control('Previous'))
    expect(find('input:checked').getAttribute('value')).toBe('Cut')
  })

  it('may have several answers, joined with commas in the order they stand in', async () => {
    await choose('Cut')
    await click(next())
    await choose('Gloves, wet')
    await choose('Apron')
    expect(asked.at(-1)).toEqual(['saveAnswers', { attemptId: 'att_1', answers: { 2: 'Apron,Gloves, wet' } }])
    await choose('Gloves, wet')
    expect(asked.at(-1)).toEqual(['saveAnswers', { attemptId: 'att_1', answers: { 2: 'Apron' } }])
  })
})

describe('the end', () => {
  it('the last question completes it, and the result stands by topic', async () => {
    attempt = anAttempt({ answers: { 1: 'Cut', 2: 'Apron', 3: 'Sauce' } })
    await open()
    expect(next().textContent).toBe('Complete Assessment')
    await click(next())
    await theEnd()
    expect(find('main h2').textContent).toBe('Skill Assessment Complete!')
    expect(find('.completion .lead').textContent).toBe('All 3 technical questions of Cook are done.')
    expect(find('.result-score').textContent).toBe('80%Passed')
    expect(texts('.attempt-result tbody td:last-child')).toEqual(['1.5 of 2', '1 of 1'])
    expect(control('Create TrustTag', '.completion').getAttribute('href')).toBe('/checkout?attempt=att_1')
  })

  it('a visitor is told how to keep it; with a login it is theirs', async () => {
    attempt = anAttempt({ status: 'complete', result: aResult(80) })
    await open()
    await theEnd()
    expect(control('Sign Up', '.keep-result').dataset.msModal).toBe('signup')
    await leaveSite()
    await open(aMember())
    await theEnd()
    expect(asked.map(([name]) => name)).toContain('claimAttempts')
    expect(document.querySelector('.keep-result')).toBeNull()
  })

  it('a login that could not take it over is tried again by a button', async () => {
    attempt = anAttempt({ status: 'complete', result: aResult(80) })
    dropped = null
    await open(aMember())
    await theEnd()
    expect(find('.keep-result').textContent).toContain('It could not be put into your account yet.')
    dropped = []
    await click(control('Try Again', '.keep-result'))
    expect(document.querySelector('.keep-result')).toBeNull()
  })

  it('what a login does not take over is said', async () => {
    attempt = anAttempt({ status: 'complete', result: aResult(80) })
    dropped = ['Cook', 'Carpenter', 'Cook']
    await open(aMember())
    await theEnd()
    expect(alertText()).toContain('What you did in this browser for Cook and Carpenter does not count')
  })

  it('who did not pass reads when it can be tried again, and pays nothing for it', async () => {
    attempt = anAttempt({ status: 'complete', result: aResult(60), retakeAt: '2026-11-22T09:00:00.000Z' })
    await open()
    await theEnd()
    expect(find('.attempt-result').textContent).toContain('This attempt costs nothing.')
    expect(find('.attempt-result time').getAttribute('datetime')).toBe('2026-11-22T09:00:00.000Z')
  })

  it('general questions are named as such, before and after', async () => {
    const general = 'General questions on safety and quality at work'
    attempt = anAttempt({ isGeneral: true, answers: { 1: 'Cut', 2: 'Apron', 3: 'Sauce' } })
    await open()
    expect(find('.assessment').textContent).toContain(general)
    await click(next())
    await theEnd()
    expect(find('.attempt-result').textContent).toContain(general)
  })

  it('starting over leads to the skills', async () => {
    attempt = anAttempt({ status: 'complete', result: aResult(80) })
    await open()
    await theEnd()
    await click(control('Start Over'))
    expect(texts('.category')).toHaveLength(12)
    expect(alertText()).toBeNull()
  })
})
