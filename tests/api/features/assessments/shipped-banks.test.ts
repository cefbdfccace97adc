import { describe, expect, test } from 'vitest'
import { optionsOf, readBanks } from '../../../../api/features/assessments/question-bank'
import { findSkill } from '../../../../api/features/assessments/skills'
import { microCerts } from '../../../../contract/micro-certs'
import { skills } from '../../../../contract/skills'

const banks = await readBanks(new URL('../../../../api/banks', import.meta.url))

test('these skills have questions of their own, and the bank without a skill is for all others', () => {
  expect(
    banks
      .list()
      .map(({ skill }) => skill)
      .toSorted(),
  ).toEqual([
    '',
    'Carpenter',
    'Certified Nursing Assistant (CNA)',
    'Cook',
    'Electrician',
    'Excel (Intermediate to Advanced)',
    'Google Workspace',
    'Power BI',
    'QuickBooks',
    'Truck Driver (CDL)',
  ])
})

describe.each(banks.list().map((bank) => [bank.id, bank] as const))('the bank %s', (_id, { questions, topics }) => {
  test('has thirty questions or more, so that three attempts need not repeat one', () => {
    expect(questions.length).toBeGreaterThanOrEqual(30)
  })

  test('has five questions or more on every topic', () => {
    for (const topic of Object.keys(topics))
      expect(questions.filter((question) => question.topic === topic).length).toBeGreaterThanOrEqual(5)
  })

  test('asks each question once, with four choices of which one is right', () => {
    expect(new Set(questions.map(({ text }) => text)).size).toBe(questions.length)
    for (const question of questions) {
      expect(question.type).toBe('select')
      expect(optionsOf(question)).toHaveLength(4)
    }
  })

  test('does not give the right one away by its length', () => {
    const longest = questions.filter((question) => {
      const [right = '', ...wrong] = optionsOf(question)
      return wrong.every((option) => option.length < right.length)
    })
    expect(longest.length / questions.length).toBeLessThanOrEqual(0.4)
  })

  test('says why, and where that stands', () => {
    for (const { why, source } of questions) expect(why.length * source.length).toBeGreaterThan(0)
  })
})

test('no question is in two banks', () => {
  const texts = banks.list().flatMap(({ questions }) => questions.map(({ text }) => text.toLowerCase()))
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
})

test('the general questions name the skill in most of their texts', () => {
  const { questions } = banks.general()
  expect(questions.filter(({ text }) => text.includes('{skill}')).length).toBeGreaterThanOrEqual(24)
})

test.each([
  ['Excel', 'excel', 'Excel (Intermediate to Advanced)', 'Data Analytics & Business Intelligence'],
  ['CNA', 'cna', 'Certified Nursing Assistant (CNA)', 'Healthcare & Wellness'],
  ['  cook ', 'cook', 'Cook', 'Hospitality & Food Service'],
  ['truck  driver (cdl)', 'truck-driver', 'Truck Driver (CDL)', 'Transportation & Logistics'],
  ['Plumber', 'general', 'Plumber', 'Skilled Trades & Construction'],
  ['proven driver', 'general', 'Proven Driver', 'MicroCert'],
  ['Bee   Keeping', 'general', 'Bee Keeping', 'Custom'],
])('"%s" asks the bank %s under the name %s', (typed, id, name, category) => {
  const found = findSkill(banks, typed)
  expect([found.bank.id, found.name, found.category]).toEqual([id, name, category])
})

test('no bank takes a name from a skill or job role that is listed beside it', () => {
  const listed = [...Object.values(skills).flat(), ...microCerts]
  const byName = new Map<string, string[]>()
  for (const name of listed) {
    const { name: found } = findSkill(banks, name)
    byName.set(found, [...(byName.get(found) ?? []), name])
  }
  expect([...byName.values()].filter((names) => new Set(names).size > 1)).toEqual([])
})
