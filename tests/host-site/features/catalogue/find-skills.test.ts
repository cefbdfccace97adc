import { expect, test } from 'vitest'
import { findSkills } from '../../../../host-site/features/catalogue'

const names = (query: string): string[] => findSkills(query).map(({ skill }) => skill)

test('a skill is found by a part of its name, in any letter case', () => {
  expect(names('eLeCtRiC')).toContain('Electrician')
  expect(names('cdl')).toEqual(['Truck Driver (CDL)'])
})

test('what begins with the query comes first, and then what has it', () => {
  const found = names('driver')
  expect(found.indexOf('Delivery Driver')).toBeGreaterThan(-1)
  expect(names('cook')[0]).toBe('Cook')
  expect(names('data')[0]).toMatch(/^Data/)
})

test('every word of the query must be there, also in the category', () => {
  expect(names('construction painter')).toEqual(['Painter'])
  expect(names('painter beekeeper')).toEqual([])
})

test('accents do not count', () => {
  expect(names('éléctrician')).toEqual(names('electrician'))
})

test('a blank query finds nothing, and signs in it harm nobody', () => {
  for (const query of ['', '   ', '\t']) expect(names(query)).toEqual([])
  for (const query of ['(', '[a-', '\\', '.*']) expect(() => names(query)).not.toThrow()
})

test('the jobs are found too', () => {
  expect(findSkills('proven landscaper')).toEqual([{ skill: 'Proven Landscaper', category: 'Popular MicroCerts' }])
})
