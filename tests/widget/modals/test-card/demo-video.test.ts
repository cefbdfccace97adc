// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DemoVideo } from '../../../../widget/modals/test-card'

let root: Root
const video = () => document.querySelector('video')

function show({ reducedMotion = false } = {}): void {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: reducedMotion && query.includes('reduce') }))
  root = createRoot(document.body.appendChild(document.createElement('div')))
  act(() => root.render(createElement(DemoVideo, { apiUrl: 'https://api.example/base', label: 'How to pay' })))
}

beforeEach(() => document.body.replaceChildren())
afterEach(() => act(() => root.unmount()))

test('it plays by itself, muted and again and again, from the API, and the browser’s controls stop it', () => {
  show()
  expect(video()?.getAttribute('src')).toBe('https://api.example/base/media/test-card.webm')
  expect(video()?.getAttribute('aria-label')).toBe('How to pay')
  const { muted, loop, autoplay, controls } = video()!
  expect({ muted, loop, autoplay, controls }).toEqual({ muted: true, loop: true, autoplay: true, controls: true })
})

test('it waits for its button where less motion is wanted', () => {
  show({ reducedMotion: true })
  expect([video()?.autoplay, video()?.controls]).toEqual([false, true])
})

test('it is gone when it cannot be had', () => {
  show()
  act(() => void video()?.dispatchEvent(new Event('error')))
  expect(video()).toBeNull()
})
