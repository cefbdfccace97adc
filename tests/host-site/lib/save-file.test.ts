// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { createSaveFile } from '../../../host-site/lib/browser'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('a file is saved under its name, and released later', () => {
  vi.useFakeTimers()
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1')
  const letGo = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  const pressed: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function press(this: HTMLAnchorElement) {
    pressed.push(`${this.getAttribute('href')} ${this.download}`)
  })
  const file = new Blob(['text'])
  createSaveFile(globalThis)(file, 'TrustTag.txt')
  expect(made).toHaveBeenCalledExactlyOnceWith(file)
  expect(pressed).toEqual(['blob:1 TrustTag.txt'])
  // The browser may start late.
  expect(letGo).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(letGo).toHaveBeenCalledExactlyOnceWith('blob:1')
})
