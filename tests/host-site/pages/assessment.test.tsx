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
/** Fails the claim. */
let failsToClaim: boolean
const call: SiteApi['call'] = async (name, input) => {
  asked.push([name, input])
  if (name === 'completeAttempt') attempt = { ...attempt, status: 'complete', result: aResult(80) }
  if (name === 'claimAttempts' && failsToClaim) return { success: false, code: '', error: '', retryAfterSeconds: null }
  if (name === 'claimAttempts') attempt = { ...attempt, isVisitors: false }
  const data = { claimAttempts: { attempts: [] }, listAttempts: { attempts: [] }, listWorkSamples: { samples: [] } }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every other call here returns the attempt
  return {
    success: true,
    data: new Map<string, object>(Object.entries(data)).get(name) ?? attempt,
    message: '',
  } as never
}

beforeEach(() => {
  attempt = anAttempt()
  asked = []
  failsToClaim = false
})
afterEach(leaveSite)

const counted = { isPractice: false, isVisitors: false, number: 1 }

const open = (loggedIn: ReturnType<typeof aMember> | null = null) =>
  renderSite('/create-trust-tag?attempt=att_1', { call, loggedIn })
const next = () => find('.question [type="submit"]')
const choose = (value: string) => click(find(`input[value="${value}"]`))

describe('a question', () => {
  beforeEach(async () => void (await open()))

  it('shows the skill, its number and the progress', () => {
    expect(find('main h2').textContent).toBe('Cook Technical Assessment')
    expect(find('.assessment').textContent).not.toContain('general workplace questions')
    expect(find('.assessment .badge').textContent).toBe('Question 1 of 3')
    expect(find('progress').getAttribute('value')).toBe('1')
    expect(texts('.choice')).toEqual(['Wash', 'Cut', 'Cook', 'Serve'])
  })

  it('needs an answer before the next one, and the first has none before it', async () => {
    expect(control('Previous').hasAttribute('disabled')).toBe(true)
    expect(next().hasAttribute('disabled')).toBe(true)
    await choose('Cut')
    expect(next().hasAttribute('disabled')).toBe(false)
    expect(asked).toContainEqual(['saveAnswers', { attemptId: 'att_1', answers: { 1: 'Cut' }, at: 1 }])
    await click(next())
    expect(find('.assessment .badge').textContent).toBe('Question 2 of 3')
    expect(document.activeElement).toBe(find('legend'))
    await click(control('Previous'))
    expect(find('input:checked').getAttribute('value')).toBe('Cut')
  })

  it('may have several answers, joined with commas in display order', async () => {
    await choose('Cut')
    await click(next())
    await choose('Gloves, wet')
    await choose('Apron')
    expect(asked.at(-1)).toEqual(['saveAnswers', { attemptId: 'att_1', answers: { 2: 'Apron,Gloves, wet' }, at: 2 }])
    await choose('Gloves, wet')
    expect(asked.at(-1)).toEqual(['saveAnswers', { attemptId: 'att_1', answers: { 2: 'Apron' }, at: 2 }])
  })
})

describe('the end', () => {
  it('the last question completes it, and the result is by topic', async () => {
    attempt = anAttempt({ answers: { 1: 'Cut', 2: 'Apron', 3: 'Sauce' } })
    await open()
    expect(next().textContent).toBe('Complete Assessment')
    await click(next())
    await theEnd()
    expect(find('main h2').textContent).toBe('Skill Assessment Complete!')
    expect(find('.completion .lead').textContent).toBe('All 3 technical questions on Cook are done.')
    expect(find('.result-score').textContent).toBe('80%Practice')
    expect(find('.attempt-result').textContent).toContain('likely ')
    expect(texts('.attempt-result tbody td:last-child')).toEqual(['2 questions', '1 question'])
    expect(control('Create TrustTag', '.completion').getAttribute('href')).toBe('/checkout?attempt=att_1')
  })

  it('a visitor sees how to keep it; after a login it is theirs', async () => {
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

  it('a claim that failed after the login can be retried by a button', async () => {
    attempt = anAttempt({ status: 'complete', result: aResult(80) })
    failsToClaim = true
    await open(aMember())
    await theEnd()
    expect(find('.keep-result').textContent).toContain('It could not be saved to your account yet.')
    failsToClaim = false
    await click(control('Try Again', '.keep-result'))
    expect(texts('.keep-result > :not([hidden]) h3')).toEqual(['Your result is kept'])
  })

  it('practice says that it does not count, before and after, and offers a login', async () => {
    await open()
    expect(find('.attempt-terms').textContent).toContain('Practice: these ten open questions do not count')
    expect(control('Login', '.attempt-terms').dataset.msModal).toBe('login')
    attempt = anAttempt({ status: 'complete', result: aResult(100) })
    await leaveSite()
    await open()
    await theEnd()
    expect(find('.result-score').textContent).toBe('100%Practice')
  })

  it('a passed one says what the person knows, and calls topics strong or mixed from four questions on', async () => {
    const topics = [
      { topic: 'safety', title: 'Safety', points: 3, of: 4 },
      { topic: 'hygiene', title: 'Hygiene', points: 2, of: 4 },
      { topic: 'prep', title: 'Prep', points: 3, of: 3 },
    ]
    const result = { ...aResult(80), topics, knows: ['keep a kitchen clean', 'scale a recipe'] }
    attempt = anAttempt({ ...counted, status: 'complete', result })
    await open(aMember())
    await theEnd()
    expect(texts('.knows li')).toEqual(['keep a kitchen clean', 'scale a recipe'])
    expect(texts('.attempt-result tbody td')).toEqual(['strong', 'mixed', '3 questions'])
  })

  it('a second set has its reason, its end, and a button that starts it', async () => {
    const secondSet = { until: '2026-11-29T09:00:00.000Z', reason: 'score' as const }
    attempt = anAttempt({ ...counted, status: 'complete', result: { ...aResult(80), passed: false, secondSet } })
    await open(aMember())
    await theEnd()
    expect(find('.result-score').textContent).toBe('80%Second set needed')
    expect(find('.keep-result time').getAttribute('datetime')).toBe(secondSet.until)
    await click(control('Start the Second Set'))
    expect(asked).toContainEqual(['startAttempt', { skill: 'Cook' }])
  })

  it.each([
    ['void', 'This attempt is void'],
    ['closed', 'This attempt is closed'],
  ] as const)('a %s attempt says so, and when the next one can start', async (status, title) => {
    attempt = anAttempt({ ...counted, status, retakeAt: '2026-11-22T09:00:00.000Z' })
    await open(aMember())
    await theEnd()
    expect(find('main h2').textContent).toBe(title)
    expect(find('.completion time').getAttribute('datetime')).toBe('2026-11-22T09:00:00.000Z')
  })

  it('what was noted is said to the person too', async () => {
    attempt = anAttempt({ ...counted, status: 'complete', flags: ['hidden'], result: aResult(60) })
    await open(aMember())
    await theEnd()
    expect(find('.attempt-result').textContent).toContain('the page was hidden for more than a minute')
  })

  it('a failed attempt shows the retake time, and costs nothing', async () => {
    attempt = anAttempt({ ...counted, status: 'complete', result: aResult(60), retakeAt: '2026-11-22T09:00:00.000Z' })
    await open()
    await theEnd()
    expect(find('.attempt-result').textContent).toContain('This attempt costs nothing.')
    expect(find('.attempt-result time').getAttribute('datetime')).toBe('2026-11-22T09:00:00.000Z')
  })

  it('general questions are named as such, before and after', async () => {
    const general = 'This test uses general workplace questions'
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
