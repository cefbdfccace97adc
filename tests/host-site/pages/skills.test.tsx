// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { skillPages } from '../../../contract/skill-pages'
import { categories } from '../../../host-site/content/categories'
import { nearSkills } from '../../../host-site/features/skills/near-skills'
import { answering } from '../support/answering'
import { anAttempt } from '../features/assessment/an-attempt'
import { click, control, find, leaveSite, renderSite, texts } from '../support/render-site'

afterEach(leaveSite)

const bank = {
  skill: 'Cook',
  aliases: ['Line Cook'],
  status: 'draft' as const,
  topics: { hygiene: 'Hygiene', prep: 'Prep', storage: 'Storage' },
  knows: { basic: ['keep a kitchen clean'], strong: ['scale a recipe'] },
  questions: [
    { open: false, type: 'select', text: 'Counted?', why: 'Secret.', source: 'A', right: ['Yes'], wrong: ['No'] },
    { open: true, type: 'select', text: 'What first?', why: 'Hands.', source: 'B', right: ['Wash'], wrong: ['Cut'] },
  ],
}
const facts = skillPages([bank]).get('cook')
if (!facts) throw new Error('Cook has no page.')

const server = (passRate: { percent: number; attempts: number } | null = null) =>
  answering({ getSkill: () => ({ ...facts, passRate }), startAttempt: ({ skill }) => anAttempt({ skill }) })

describe('the page of a skill', () => {
  it('explains what is tested, with an open question, and nothing of the counted ones', async () => {
    await renderSite('/skills/cook', { call: server().call })
    expect(find('h1').textContent).toBe('Cook')
    expect(document.title).toBe('Cook: the test · TrustTag')
    expect(texts('.skill-marks .badge')).toEqual(['Own questions'])
    expect(texts('.skill-topics li')).toEqual(['Hygiene34%', 'Prep33%', 'Storage33%'])
    expect(find('.skill-sample').textContent).toContain('Wash Right.')
    expect(find('main').textContent).not.toContain('Counted?')
    expect(find('.skill-terms').textContent).toContain('Questions not yet reviewed by an expert')
    expect(find('.skill-terms').textContent).not.toContain('Pass rate')
    expect(texts('[aria-labelledby="levels"] li')).toEqual(['keep a kitchen clean', 'scale a recipe'])
  })

  it('of a regulated trade says directly below the name that it is no license', async () => {
    await renderSite('/skills/electrician', {
      call: answering({ getSkill: () => ({ ...facts, slug: 'electrician', name: 'Electrician', passRate: null }) })
        .call,
    })
    expect(texts('.skill-marks .badge')).toEqual(['Own questions', 'Knowledge test, not a license'])
  })

  it('has a pass rate once the server has one', async () => {
    await renderSite('/skills/cook', { call: server({ percent: 47, attempts: 1_200 }).call })
    expect(find('.skill-terms').textContent).toContain('47% of 1,200 results.')
  })

  it('starts the test by a press, and opens it', async () => {
    const { call, asked } = server()
    await renderSite('/skills/cook', { call })
    expect(asked.map(([name]) => name)).not.toContain('startAttempt')
    await click(control('Start the test'))
    expect(asked).toContainEqual(['startAttempt', { skill: 'Cook' }])
    expect(window.location.pathname + window.location.search).toBe('/create-trust-tag?attempt=att_1')
  })

  it('of an unknown name is the not-found page with near names, without a request', async () => {
    const { call, asked } = server()
    await renderSite('/skills/electrican', { call })
    expect(find('h1').textContent).toBe('Page Not Found')
    expect(texts('[aria-labelledby="near-skills"] a')[0]).toBe('Electrician')
    expect(asked.map(([name]) => name)).not.toContain('getSkill')
  })

  it('can be loaded again after a failure', async () => {
    await renderSite('/skills/cook')
    expect(find('[role="alert"]').textContent).toBe('This skill could not be loaded.')
    expect(control('Try again')).toBeDefined()
  })
})

it('the list has every skill with a link, and marks those with their own questions', async () => {
  await renderSite('/skills')
  const links = [...document.querySelectorAll('.skill-links a')].map((link) => link.getAttribute('href'))
  expect(new Set(links).size).toBeGreaterThanOrEqual(new Set(categories.flatMap(({ skills }) => skills)).size)
  expect(links).toContain('/skills/truck-driver-cdl')
  expect(texts('[aria-labelledby="own"] .badge')).toHaveLength(9)
})

it.each([
  ['electrican', 'Electrician'],
  ['truck-driver', 'Truck Driver (CDL)'],
  ['sql-server', 'SQL'],
  ['excell', 'Excel'],
])('%s is near %s', (slug, name) => {
  expect(nearSkills(slug).map((one) => one.name)).toContain(name)
})

it('nothing is near to a name of another kind', () => {
  for (const slug of ['zzzz', '', '%E0', 'x']) expect(nearSkills(slug)).toEqual([])
})
