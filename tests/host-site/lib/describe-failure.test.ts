import { describe, expect, it } from 'vitest'
import { networkError, requestTimeout, unknownError } from '../../../contract/browser-errors'
import { describeFailure } from '../../../host-site/lib/membership'
import { errorFromBody, noAnswer } from '../../../widget/transport/membership-error'

describe('a failure of the membership script', () => {
  it('has the text of the server', () => {
    const body = { code: 'email-already-in-use', message: 'Taken.' }
    expect(describeFailure(errorFromBody(body, 409))).toEqual({ success: false, error: 'Taken.' })
    expect(describeFailure(errorFromBody({ error: { message: 'Full.' } }, 400)).error).toBe('Full.')
  })

  it.each([
    ['no body', undefined, 401],
    ['an empty body', {}, 400],
    ['an empty body of a server error', {}, 500],
    ['an empty error', { success: false, error: '' }, 400],
    ['an empty text', { code: 'invalid-credentials', message: '' }, 401],
    ['a code alone', { code: 'invalid-credentials' }, 401],
  ])('has no text if the server gave none: %s', (_name, body, status) => {
    expect(describeFailure(errorFromBody(body, status))).toEqual({ success: false, error: '' })
  })

  it.each([
    ['an error of our own', { code: 'unknown-error', message: unknownError.message }, 500],
    ['a page of a gateway', undefined, 502],
  ])('describes a server error: %s', (_name, body, status) => {
    expect(describeFailure(errorFromBody(body, status))).toEqual({ success: false, error: unknownError.message })
  })

  it.each([
    ['no answer', noAnswer(networkError)],
    ['an answer too late', noAnswer(requestTimeout)],
    ['a success that makes no sense', errorFromBody(undefined, 200)],
    ['a slip in a script', new TypeError('x is undefined')],
    ['nothing at all', undefined],
    ['a text', 'broken'],
  ])('is unexpected if it is not a response: %s', (_name, rejection) => {
    expect(describeFailure(rejection)).toMatchObject({ success: false, unexpected: true })
  })
})
