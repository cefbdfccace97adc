// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aMemberAuth } from '../../../support/fake-client'
import { formStage, type FormStage } from '../form-stage'

let stage: FormStage

beforeEach(() => {
  stage = formStage()
})
afterEach(() => stage.leave())

const challenge = 'lgs_challenge'
const LOST = 'Lost your app and your recovery codes?'

test('six digits complete the login', async () => {
  const data = aMemberAuth()
  stage.client.completeMemberSecondFactor.mockResolvedValue({ data })
  const result = stage.show('SECOND_FACTOR', { challenge, methods: ['totp'] })
  stage.enterCode('123456')
  await stage.press('Continue')
  const [sent] = stage.client.completeMemberSecondFactor.mock.calls[0] ?? []
  expect(sent).toEqual({ challenge, code: '123456', remember: false })
  expect(await result).toEqual({ type: 'LOGIN', data })
})

test('who has lost everything gets a link by email, and reads so', async () => {
  const message = 'We have emailed you a link.'
  stage.client.requestMemberRecovery.mockResolvedValue({ data: { success: true }, message })
  void stage.show('SECOND_FACTOR', { challenge, methods: ['totp', 'recovery-code'] })
  await stage.press(LOST)
  expect(stage.client.requestMemberRecovery.mock.calls[0]?.[0]).toEqual({ challenge })
  expect(stage.status()).toBe(message)
})

test('where only the owner helps, the message says so', async () => {
  const message = 'Only the owner of this site can help with this.'
  stage.client.requestMemberRecovery.mockRejectedValue({ code: 'recovery-by-owner-only', message })
  void stage.show('SECOND_FACTOR', { challenge, methods: ['passkey'] })
  await stage.press(LOST)
  expect(stage.alert()).toBe(message)
})
