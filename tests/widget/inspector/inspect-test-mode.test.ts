// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { inspectTestMode } from '../../../widget/inspector/inspect-test-mode'
import { $app } from '../../../widget/stores/app'
import { emitInspection } from '../../../widget/stores/inspection'
import { anApp } from '../../support/an-app'
import { fakeClient } from '../../support/fake-client'

let end = (): void => {}
afterEach(() => {
  end()
  vi.useRealTimers()
  $app.set(null)
  sessionStorage.clear()
})

const leadOn = (): void => emitInspection({ kind: 'redirect', to: `${location.origin}/pricing.html` })

const kept = (): string | null => sessionStorage.getItem('ms_inspector_log')

test('a page that redirects before the inspector has started keeps its events, even without an event for leaving', () => {
  vi.useFakeTimers()
  end = inspectTestMode({ client: fakeClient(), window, apiUrl: 'https://api.example' })
  leadOn()
  expect(kept()).toBeNull()
  $app.set(anApp())
  expect(kept()).toContain('redirect to /pricing.html')
})
