import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../contract/endpoints'
import type { EndpointName } from '../../contract/endpoints'
import { schemas } from '../../contract/schemas'
import { answerAll, startWithHolders, TRUSTTAG } from '../support/tag-holders'
import type { Holder, TagHolders } from '../support/tag-holders'

const names = Object.keys(endpoints).filter((name): name is EndpointName => name in endpoints)
const trustTagNames = names.filter((name) => endpoints[name].path.startsWith('/trusttag/'))

/** Names under which a bank or other data could reveal the right option. */
const TELLING =
  /^(right|wrong|accepted|correct\w*|is_?correct|is_?right|keys?|answer_?keys?|solutions?|why|rationale|explanation|source|weight|optionOrder|questionId|bankId)$/iu

/** Every field of a schema, at any depth. */
function fieldsOf(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return []
  seen.add(schema)
  const own = 'entries' in schema && typeof schema.entries === 'object' ? Object.keys(schema.entries ?? {}) : []
  return [...own, ...Object.values(schema).flatMap((part) => fieldsOf(part, seen))]
}

/** Every field of a response, at any depth. */
const namesIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, part]) => [name].concat(namesIn(part)))
    : []

describe('no answer says what is right', () => {
  it('knows a schema that would', () => {
    const bad = v.object({ questions: v.nullable(v.array(v.object({ text: v.string(), isCorrect: v.boolean() }))) })
    expect(fieldsOf(bad).filter((name) => TELLING.test(name))).toEqual(['isCorrect'])
  })

  // It explains one open question, which never counts; see tests/api/features/assessments/skill-page.test.ts.
  it.each(trustTagNames.filter((name) => name !== 'getSkill'))('%s has no field for it', (name) => {
    expect(fieldsOf(schemas[name].output).filter((field) => TELLING.test(field))).toEqual([])
  })
})

describe('no response from the first question to the export', () => {
  let api: TagHolders
  let holder: Holder
  const bodies: { name: EndpointName; body: unknown }[] = []

  async function ask<K extends EndpointName>(name: K, input: Parameters<typeof api.call<K>>[1], how = holder.how) {
    const answer = await api.call(name, input, how)
    bodies.push({ name, body: answer.body })
    return answer.data
  }

  beforeAll(async () => {
    api = await startWithHolders()
    holder = await api.join()
    await api.give(holder)
    const visitor = { app: TRUSTTAG }
    await ask('startAttempt', { skill: 'Cook' }, visitor)
    const { id: attemptId } = await ask('startAttempt', { skill: 'Electrician' })
    await answerAll(api, attemptId, holder.how)
    await ask('saveAnswers', { attemptId, answers: {}, at: 3 })
    await ask('getAttempt', { attemptId })
    await ask('completeAttempt', { attemptId })
    await ask('listAttempts', {})
    const { trustTagId: tagId } = await ask('issueTag', { attemptId, holderName: 'Ada Lovelace', visibility: 'PUBLIC' })
    await ask('listTags', {})
    await ask('verifyTag', { tagId })
    await ask('getCertificateText', { tagId })
    await ask('getPortfolioText', {})
    const { slug } = await ask('getTagProfile', {})
    await ask('getPublicProfile', { slug: slug ?? '' })
    await ask('exportMyData', {})
    await ask('listSkills', {})
  })
  afterAll(() => api.close())

  it('has a field for it', () => {
    // The export also contains metadata and payments, with their own field names.
    for (const { name, body } of bodies)
      expect([name, namesIn(body).filter((one) => TELLING.test(one))]).toEqual([name, []])
  })

  it('has a reason, a source or the name of a question in it', () => {
    const banks = api.services.banks.list()
    const secrets = banks.flatMap(({ questions }) => questions.flatMap(({ id, why, source }) => [id, why, source]))
    expect(secrets.length).toBeGreaterThan(500)
    const text = JSON.stringify(bodies.map(({ body }) => body))
    expect(secrets.filter((secret) => text.includes(JSON.stringify(secret).slice(1, -1)) && secret.length > 8)).toEqual(
      [],
    )
  })

  it('lists the options so that their order says it', () => {
    const first = bodies
      .filter(({ name }) => name === 'startAttempt' || name === 'completeAttempt')
      .map(({ body }) => JSON.stringify(body))
    const banks = api.services.banks.list().flatMap(({ questions }) => questions)
    const asked = banks.filter(
      ({ text, type }) => type === 'select' && first.some((body) => body.includes(JSON.stringify(text))),
    )
    const rightFirst = asked.filter((question) =>
      first.some(
        (body) => question.type === 'select' && body.includes(`"options":[${JSON.stringify(question.right[0])}`),
      ),
    )
    expect(asked.length).toBeGreaterThan(5)
    expect(rightFirst.length).toBeLessThan(asked.length)
  })
})
