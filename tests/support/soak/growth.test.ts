import { expect, test } from 'vitest'
import { floors, growth } from './growth'

const samplesOf = (values: readonly number[]) => values.map((value, at) => ({ at, value }))

test('a steady rise counts fully, a constant value not at all', () => {
  expect(growth(samplesOf([10, 20, 30, 40]))).toBeCloseTo(30)
  expect(growth(samplesOf([10, 10, 10]))).toBe(0)
  expect(growth(samplesOf([40, 30, 20, 10]))).toBeCloseTo(-30)
})

test('one peak in the middle is not growth', () => {
  expect(growth(samplesOf([10, 10, 500, 10, 10]))).toBeCloseTo(0)
})

test('a sawtooth with the same minimum has a flat floor; one with rising minimums does not', () => {
  const saw = (rise: number) => samplesOf(Array.from({ length: 40 }, (_, at) => (at % 4) * 100 + at * rise))
  expect(growth(floors(saw(0), 10))).toBe(0)
  expect(growth(floors(saw(5), 10))).toBeGreaterThan(150)
})

test('two samples are too few', () => {
  expect(() => growth(samplesOf([1, 2]))).toThrow(/three samples/u)
})
