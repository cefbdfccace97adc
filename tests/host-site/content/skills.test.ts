import { expect, test } from 'vitest'
import { availableIn } from '../../../host-site/pages/availability'
import { microCerts } from '../../../contract/micro-certs'
import { categories } from '../../../host-site/content/categories'

test('has the twelve categories with their titles', () => {
  expect(categories.map(({ id, title }) => [id, title])).toEqual([
    ['accounting', 'Accounting & Finance'],
    ['investing', 'Investing & Markets'],
    ['data', 'Data Analytics & Business Intelligence'],
    ['business', 'Business & Strategy'],
    ['technology', 'Technology & Tools'],
    ['soft', 'Cross-Industry & Soft Skills'],
    ['compliance', 'Compliance, Audit & Risk'],
    ['trades', 'Skilled Trades & Construction'],
    ['healthcare', 'Healthcare & Wellness'],
    ['hospitality', 'Hospitality & Food Service'],
    ['transportation', 'Transportation & Logistics'],
    ['automotive', 'Automotive & Mechanical'],
  ])
})

test.each(categories.map(({ title, skills }) => [title, skills] as const))(
  '%s holds 10 to 18 skills, none twice',
  (_title, skills) => {
    expect(skills.length).toBeGreaterThanOrEqual(10)
    expect(skills.length).toBeLessThanOrEqual(18)
    expect(new Set<string>(skills).size).toBe(skills.length)
  },
)

test('the lists contain the skills of the specification', () => {
  const all = new Set<string>(categories.flatMap(({ skills }) => skills))
  const named = ['Excel', 'QuickBooks', 'Power BI', 'Electrician', 'Cook', 'CNA', 'Truck Driver (CDL)']
  // And those with their own bank.
  for (const skill of [...named, 'Google Workspace', 'Carpenter']) expect(all).toContain(skill)
})

test('fifteen jobs are proven', () => {
  expect(microCerts).toEqual([
    'Proven Driver',
    'Proven Food Service Worker',
    'Proven Healthcare Assistant',
    'Proven Construction Worker',
    'Proven Customer Service Rep',
    'Proven Sales Associate',
    'Proven Administrative Assistant',
    'Proven Maintenance Tech',
    'Proven Warehouse Worker',
    'Proven Security Officer',
    'Proven Childcare Provider',
    'Proven Housekeeper',
    'Proven Landscaper',
    'Proven Retail Associate',
    'Proven Delivery Driver',
  ])
})

test('the list backs the claim with more than fifty real, distinct countries', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  expect(availableIn.length).toBeGreaterThan(50)
  expect(new Set<string>(availableIn).size).toBe(availableIn.length)
  expect(availableIn.filter((code) => !names.of(code))).toEqual([])
})
