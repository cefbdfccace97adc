import { afterEach, expect, test } from 'vitest'
import { findSkillPage } from '../../../../api/features/assessments/routes'
import { microCerts } from '../../../../contract/micro-certs'
import { skillPages } from '../../../../contract/skill-pages'
import { skills, skillsWithOwnQuestions } from '../../../../contract/skills'
import { shippedBanks } from '../../../support/shipped-banks'
import { startWithHolders, TRUSTTAG, type TagHolders } from '../../../support/tag-holders'

let api: TagHolders
afterEach(() => api?.close())

const banks = await shippedBanks
const listed: string[] = [...Object.values(skills).flat(), ...microCerts]

test('the catalog marks exactly the listed skills that have a bank', () => {
  const pages = [...skillPages(banks.list()).values()]
  const own = new Set(pages.filter(({ isGeneral }) => !isGeneral).map(({ slug }) => slug))
  expect(own.size).toBe(skillsWithOwnQuestions.size)
  for (const name of listed)
    expect([name, findByName(name)?.isGeneral]).toEqual([name, !skillsWithOwnQuestions.has(name)])
})

const findByName = (name: string) => {
  const slug = name
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .replaceAll(/^-|-$/gu, '')
  return skillPages(banks.list()).get(slug)
}

test('explains only open questions, with their right option among four', () => {
  for (const { name, sample, isGeneral } of skillPages(banks.list()).values()) {
    expect(sample, name).not.toBeNull()
    const bank = banks.list().find(({ skill }) => skill === (isGeneral ? '' : name))
    const question = bank?.questions.find(({ why }) => why === sample?.why)
    expect(question?.open, name).toBe(true)
    expect(sample?.options, name).toHaveLength(4)
    expect(sample?.options).toContain(sample?.right)
    expect(sample?.text).not.toContain('{skill}')
  }
})

test('an alias leads to the page of its skill, and an unknown name to none', async () => {
  api = await startWithHolders()
  const page = async (slug: string) => api.call('getSkill', { slug }, { app: TRUSTTAG })
  const { data } = await page('microsoft-excel')
  expect([data.slug, data.name, data.isGeneral]).toEqual(['excel', 'Excel (Intermediate to Advanced)', false])
  expect((await page('neurosurgeon')).status).toBe(404)
  expect((await api.call('getSkill', { slug: 'excel' }, { app: 'app_demo' })).status).toBe(404)
})

test('a pass rate is shown from thirty final results on', async () => {
  api = await startWithHolders()
  const holder = await api.join()
  const attemptId = await api.pass(holder, 'Cook')
  const row = await api.store.attempts.find(attemptId)
  if (!row?.result) throw new Error('The attempt has no result.')
  const rateOf = () => findSkillPage(api.services, { appId: TRUSTTAG, mode: row.mode, slug: 'cook' })
  const add = (number: number, passed: boolean, second: { until: number; reason: 'score' } | null = null) =>
    api.store.attempts.insert({ ...row, id: `att_more${number}`, result: { ...row.result!, passed, second } })
  for (let number = 1; number <= 28; number += 1) await add(number, number > 15)
  await add(29, false, { until: api.clock.now() + 1, reason: 'score' })
  expect((await rateOf()).passRate).toBeNull()
  await add(30, false)
  expect((await rateOf()).passRate).toEqual({ percent: 47, attempts: 30 })
})
