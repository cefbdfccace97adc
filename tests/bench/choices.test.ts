import { describe, expect, test } from 'vitest'
import { choose, chooseEngines, conclusion, readCount, readRounds } from './choices'

const requests = ['a deep body', 'A long name', 'many files']
const select = (text: string | undefined) => choose({ name: 'BENCH_ONLY', text }, requests, (name) => name)
const engines = ['SQLite', 'PostgreSQL'] as const

describe('a choice of what is measured', () => {
  test('is all without a word, and does not depend on case', () => {
    expect(select(undefined)).toEqual(requests)
    expect(select('')).toEqual(requests)
    expect(select('a (DEEP|long)')).toEqual(['a deep body', 'A long name'])
  })

  test.each(['nonesuch', '('])('of "%s" is an error, never an empty run', (text) => {
    expect(() => select(text)).toThrow(/^BENCH_ONLY/u)
  })

  test('that selects nothing lists the names', () => {
    expect(() => select('nonesuch')).toThrow('Use one of:\n  a deep body\n  A long name\n  many files')
  })
})

describe('the engines', () => {
  test('are chosen in any case', () => {
    expect(chooseEngines('sqlite', engines, () => true)).toEqual({ engines: ['SQLite'], missing: [] })
    expect(chooseEngines('postgres', engines, () => true)).toEqual({ engines: ['PostgreSQL'], missing: [] })
  })

  test('that are not installed are named, and are an error if there is no other', () => {
    const isInstalled = (engine: string) => engine === 'SQLite'
    expect(chooseEngines(undefined, engines, isInstalled)).toEqual({ engines: ['SQLite'], missing: ['PostgreSQL'] })
    expect(() => chooseEngines('postgresql', engines, isInstalled)).toThrow('PostgreSQL: not installed')
    expect(() => chooseEngines('mysql', engines, isInstalled)).toThrow('Use one of:\n  SQLite\n  PostgreSQL')
  })

  test('that were not measured keep no budget', () => {
    expect(conclusion(0, [])).toBe('All are kept.')
    expect(conclusion(0, ['PostgreSQL'])).toBe(
      'All that were measured are kept. Not measured: PostgreSQL is not installed.',
    )
    expect(conclusion(2, [])).toBe('2 are MISSED.')
  })
})

describe('a number', () => {
  test('has a default and limits', () => {
    expect(readRounds(undefined, 3, 9)).toBe(3)
    expect(readRounds('9', 3, 9)).toBe(9)
    expect(readCount('100', { name: 'BENCH_MEMBERS', fallback: 200_000, least: 100 })).toBe(100)
  })

  test.each(['0', '10', '-1', '1.5', 'three', '', ' '])(
    'of "%s" rounds is an error, never a run without any',
    (text) => {
      expect(() => readRounds(text, 3, 9)).toThrow(`BENCH_ROUNDS must be a whole number from 1 to 9, not "${text}".`)
    },
  )
})
