// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { bindClasses, bindStyle } from '../../../widget/directives/gated-content'

const anElement = (style = ''): HTMLElement => {
  const element = document.createElement('p')
  if (style) element.style.cssText = style
  return element
}

test('declarations win over those of the element, and go as they came', () => {
  const element = anElement('display: none; color: red')
  const before = element.style.cssText
  const takeBack = bindStyle(element, 'display: flex; margin-top: 2px')
  const { display, color, marginTop } = element.style
  expect([display, color, marginTop]).toEqual(['flex', 'red', '2px'])
  takeBack()
  expect(element.style.cssText).toBe(before)
})

test('later changes by others are kept', () => {
  const element = anElement('display: none; color: red !important; width: 1px')
  const takeBack = bindStyle(element, 'display: block; height: 1px; width: 2px')
  element.style.width = '3px'
  element.style.opacity = '1'
  takeBack()
  const { display, height, width, opacity } = element.style
  expect([display, height, width, opacity]).toEqual(['none', '', '3px', '1'])
  expect(element.style.getPropertyPriority('color')).toBe('important')
})

test.each(['', 'no declaration', 'display'])('"%s" changes nothing', (declarations) => {
  const element = anElement()
  bindStyle(element, declarations)()
  expect(element.hasAttribute('style')).toBe(false)
})

test('an element that had neither style nor class has neither again', () => {
  const element = anElement()
  const ends = [bindStyle(element, 'top: 0'), bindClasses(element, 'a  b\n')]
  expect([element.style.top, element.className]).toEqual(['0px', 'a b'])
  for (const takeBack of ends) takeBack()
  expect([element.hasAttribute('style'), element.hasAttribute('class')]).toEqual([false, false])
})

test('a class that was there before stays, and so does one that came since', () => {
  const element = anElement()
  element.className = 'card'
  const takeBack = bindClasses(element, 'on card')
  element.classList.add('other')
  takeBack()
  expect(element.className).toBe('card other')
})
