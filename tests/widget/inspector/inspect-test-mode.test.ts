// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { inspectTestMode } from '../../../widget/inspector/inspect-test-mode'
import { $app } from '../../../widget/stores/app'
import { tellInspector } from '../../../widget/stores/inspection'
import { anApp } from '../../support/an-app'
import { fakeClient } from '../../support/fake-client'

let end = (): void => {}
afterEach(() => {
  end()
  $app.set(null)
  sessionStorage.clear()
})

test('a page that leads on before it had time for the inspector still keeps what happened', () => {
  vi.useFakeTimers()
  tellInspector({ kind: 'redirect', to: `${location.origin}/pricing.html` })
  end = inspectTestMode({ client: fakeClient(), window, apiUrl: 'https://api.example' })
  $app.set(anApp())
  window.dispatchEvent(new Event('pagehide'))
  expect(sessionStorage.getItem('ms_inspector_log')).toContain('redirect to /pricing.html')
  vi.useRealTimers()
})
