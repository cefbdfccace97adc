import { describe, expect, it } from 'vitest'
import { houseRules, violations } from './house-rules'
import { readTree } from './read-tree'

const files = readTree()

describe.each(houseRules)('$name', (rule) => {
  it('holds for every file', () => expect(violations(rule, files)).toEqual([]))

  it('applies to files that exist', () => expect(files.some(({ path }) => rule.applies(path))).toBe(true))

  it('finds a file that breaks it', () => expect(violations(rule, [rule.breaks])).toHaveLength(1))

  it('accepts a correct file', () => {
    expect(rule.applies(rule.keeps.path)).toBe(true)
    expect(violations(rule, [rule.keeps])).toEqual([])
  })
})
