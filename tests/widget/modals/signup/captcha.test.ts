// @vitest-environment happy-dom
import { webcrypto } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { waitUntil } from '../../../support/wait-until'
import { expectConsole } from '../../../setup/console-watch'
import { aChallenge } from '../../../support/a-challenge'
import { formStage, type FormStage } from '../form-stage'

let stage: FormStage

beforeEach(() => {
  vi.stubGlobal('crypto', webcrypto)
  stage = formStage({ captchaRequired: true })
  stage.client._getCaptchaChallenge.mockImplementation(async () => ({ data: aChallenge(2) }))
  void stage.show('SIGNUP')
})
afterEach(() => stage.leave())

async function signUp(): Promise<void> {
  stage.type('email', 'ada@example.com')
  stage.type('password', 'secret word')
  await stage.submit()
}

/** The proof of work's changes at its end are outside any `act`. */
async function outsideAct(what: string, holds: () => boolean): Promise<void> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  await waitUntil(what, holds)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
}

describe('a sign-up that requires a captcha', () => {
  test('sends its token', async () => {
    await signUp()
    await outsideAct('the sign-up is sent', () => stage.client.signupMemberEmailPassword.mock.calls.length > 0)
    const { captchaToken = '' } = stage.client.signupMemberEmailPassword.mock.calls[0]![0]
    expect(JSON.parse(atob(captchaToken)).solution.counter).toBe(2)
  })

  test('stops when no token can be had, says so, and can be tried again', async () => {
    expectConsole('warn', /captcha/)
    stage.client._getCaptchaChallenge.mockRejectedValue(new Error('unreachable'))
    await signUp()
    await outsideAct('the failure is said', () => stage.alert() === 'The check failed. Please try again.')
    expect(stage.client.signupMemberEmailPassword).not.toHaveBeenCalled()
    expect(stage.input('password').value).toBe('secret word')
    stage.client._getCaptchaChallenge.mockImplementation(async () => ({ data: aChallenge(2) }))
    await stage.submit()
    await outsideAct('the sign-up is sent', () => stage.client.signupMemberEmailPassword.mock.calls.length > 0)
  })

  test('creates another token after a failure: each is valid once', async () => {
    stage.client.signupMemberEmailPassword.mockRejectedValueOnce({ message: 'Taken.' })
    await signUp()
    await outsideAct('the failure is said', () => stage.alert() === 'Taken.')
    expect(stage.client._getCaptchaChallenge).toHaveBeenCalledOnce()
    await stage.submit()
    await outsideAct('it is sent again', () => stage.client.signupMemberEmailPassword.mock.calls.length > 1)
    expect(stage.client._getCaptchaChallenge).toHaveBeenCalledTimes(2)
  })

  test('a mailed code takes the captcha’s place', async () => {
    expect(stage.overlay()?.querySelector('.captcha')).not.toBeNull()
    await stage.press('Continue with Email')
    expect(stage.overlay()?.querySelector('.captcha')).toBeNull()
  })
})
