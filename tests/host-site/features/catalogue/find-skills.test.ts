import { expect, test } from 'vitest'
import { findSkills } from '../../../../host-site/features/catalogue'

const names = (query: string): string[] => findSkills(query).map(({ skill }) => skill)

test('finds a skill by part of its name, in any case', () => {
  expect(names('eLeCtRiC')).toContain('Electrician')
  expect(names('cdl')).toEqual(['Truck Driver (CDL)'])
})

test('lists names that start with the query first', () => {
  const found = names('driver')
  expect(found.indexOf('Delivery Driver')).toBeGreaterThan(-1)
  expect(names('cook')[0]).toBe('Cook')
  expect(names('data')[0]).toMatch(/^Data/)
})

test('requires every word of the query, in name or category', () => {
  expect(names('construction painter')).toEqual(['Painter'])
  expect(names('painter beekeeper')).toEqual([])
})

test('ignores accents', () => {
  expect(names('éléctrician')).toEqual(names('electrician'))
})

test('a blank query finds nothing, and special characters are harmless', () => {
  for (const query of ['', '   ', '\t']) expect(names(query)).toEqual([])
  for (const query of ['(', '[a-', '\\', '.*']) expect(() => names(query)).not.toThrow()
})

test('finds jobs too', () => {
  expect(findSkills('proven landscaper')).toEqual([{ skill: 'Proven Landscaper', category: 'Popular MicroCerts' }])
})
