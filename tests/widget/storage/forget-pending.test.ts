// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { startStorage } from '../../../widget/storage/session'
import { endSession, startSession } from '../../../widget/stores/identity'
import { aMember } from '../../support/a-member'

test('a pending choice does not outlive the session: the next one may be someone else’s', () => {
  const { stop } = startStorage({
    window,
    apiUrl: 'https://api.example',
    config: {},
    keepVisit: true,
    onUnknownMember: () => {},
    later: (work) => work(),
  })
  sessionStorage.setItem('ms_price', 'prc_x')
  sessionStorage.setItem('_ms-invite', 'token')
  sessionStorage.setItem('own', 'the page’s')
  startSession({ accessToken: 'token', expires: Date.now() + 1e9 }, aMember())
  expect(sessionStorage).toHaveLength(3)
  endSession()
  expect(Object.keys(sessionStorage)).toEqual(['own'])
  stop()
})
