// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { isParsed } from '../../../widget/lib/dom'

test('while a page loads, an element is complete once something follows it or what holds it', () => {
  document.body.innerHTML = '<div><p></p></div>'
  const element = document.querySelector('p')!
  expect(isParsed(element)).toBe(true)
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading')
  expect(isParsed(element)).toBe(false)
  document.body.append('next')
  expect(isParsed(element)).toBe(true)
})

test('what a script puts behind the body completes nothing', () => {
  document.body.innerHTML = '<div><p></p></div>'
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading')
  const behind = document.createElement('x-behind')
  document.documentElement.append(behind)
  expect(isParsed(document.querySelector('p')!)).toBe(false)
  behind.remove()
})
