import { afterAll, beforeAll, expect, test } from 'vitest'
import { skillRefusals } from '../../../../contract/skill-refusals'
import { startTestApi } from '../../../support/start-api'
import type { TestApi } from '../../../support/start-api'
import { harmlessNames, misspelledNames, otherRefused, protectedNames, synonyms } from './typed-names'

const how = { app: 'app_trusttag' }
let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const start = (skill: string, more: object = {}) => api.call('startAttempt', { skill, ...more }, how)

/** What a typed name leads to: an error with its suggestions, or the claim and the name in header and questions. */
async function outcomeOf(typed: string): Promise<string> {
  const answer = await start(typed)
  const { code, suggestions = [] } = answer.body
  if (answer.status === 200) return `${answer.data.claim}: ${answer.data.skill}`
  return [code, suggestions[0] ?? ''].join(' ').trim()
}

test('of 400 typed names, 98 in 100 lead where they should, and no protected title starts', async () => {
  const nears = [...misspelledNames, ...synonyms].map(([typed, meant]) => [typed, `did-you-mean ${meant}`] as const)
  const expected = [...nears, ...harmlessNames.map((typed) => [typed, `Workplace basics: ${typed}`] as const)]
  const started: string[] = []
  for (const typed of protectedNames) {
    const answer = await start(typed, { asTyped: true })
    if (answer.body.code !== 'skill-refused') started.push(typed)
    const { refusal, suggestions = [] } = answer.body
    if (refusal === 'protected-title') expect([typed, suggestions.length > 0]).toEqual([typed, true])
  }
  expect(started).toEqual([])
  const wrong: string[] = []
  for (const [typed, outcome] of expected) if ((await outcomeOf(typed)) !== outcome) wrong.push(typed)
  expect([protectedNames.length, misspelledNames.length, synonyms.length, harmlessNames.length]).toEqual([
    100, 100, 100, 100,
  ])
  expect(wrong.length, wrong.join(', ')).toBeLessThanOrEqual(8)
})

test.each(otherRefused)('"%s" is refused', async (typed) => {
  expect((await start(typed, { asTyped: true })).body.code).toBe('skill-refused')
})

test('a refusal says why, and what to choose instead', async () => {
  expect((await start('Licensed Electrician')).body).toMatchObject({
    code: 'skill-refused',
    refusal: 'claim-word',
    message: skillRefusals['claim-word'],
    suggestions: ['Electrician'],
  })
})

test('only an exact name or alias is silently the listed skill', async () => {
  expect(await outcomeOf('  electrician. ')).toBe('Electrician: Electrician')
  expect(await outcomeOf('Line Cook')).toBe('Cook: Cook')
  expect(await outcomeOf('Chef')).toBe('did-you-mean Cook')
})

test('a name that is meant as typed gets the general questions', async () => {
  const { data } = await start('Chef', { asTyped: true })
  expect([data.skill, data.claim]).toEqual(['Chef', 'Workplace basics'])
})
