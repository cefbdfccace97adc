import { describe, expect, test } from 'vitest'
import { contrast, formatColor, layOver, mix, parseHex, parseSrgb } from '../../../../widget/modals/theme/colors'

const color = (red: number, green: number, blue: number, alpha = 1) => ({ red, green, blue, alpha })
const white = color(255, 255, 255)
const black = color(0, 0, 0)

describe('colours', () => {
  test.each([
    ['color(srgb 1 0 0)', color(255, 0, 0)],
    ['color(srgb 0 0.2 1 / 0.5)', color(0, 51, 255, 0.5)],
    ['rgb(1, 2, 3)', null],
    ['color(srgb none 0 0)', null],
    ['color(srgb 1 0)', null],
    ['', null],
  ])('%s is read as %j', (text, expected) => {
    expect(parseSrgb(text)).toEqual(expected)
  })

  test.each([
    ['#f00', color(255, 0, 0)],
    ['#2962FF', color(41, 98, 255)],
    ['#00000000', color(0, 0, 0, 0)],
    ['#fff8', color(255, 255, 255, 136 / 255)],
    ['#ff', null],
    ['#12345', null],
    ['#1234567', null],
    ['red', null],
  ])('%s is read as hex: %j', (text, expected) => {
    expect(parseHex(text)).toEqual(expected)
  })

  // Reference values: the WCAG definition of relative luminance.
  test.each([
    [white, black, 21],
    [black, white, 21],
    [white, white, 1],
    [color(41, 98, 255), white, 4.9],
    [color(118, 118, 118), white, 4.54],
  ])('%j on %j has the contrast %d', (one, other, expected) => {
    expect(contrast(one, other)).toBeCloseTo(expected, 1)
  })

  test('see-through colours are judged by what the eye sees', () => {
    expect(layOver(color(0, 0, 0, 0.5), white)).toEqual(color(127.5, 127.5, 127.5))
  })

  test('are written so that every browser reads them, from numbers alone', () => {
    expect(formatColor(color(255, 0, 0.4))).toBe('rgb(255, 0, 0)')
    expect(formatColor(color(300, -4, 10, 0.5))).toBe('rgba(255, 0, 10, 0.5)')
  })

  test('a mix lies between its ends', () => {
    expect(formatColor(mix(black, white, 0))).toBe('rgb(0, 0, 0)')
    expect(formatColor(mix(black, white, 1))).toBe('rgb(255, 255, 255)')
    expect(formatColor(mix(black, color(200, 100, 50), 0.5))).toBe('rgb(100, 50, 25)')
  })
})
