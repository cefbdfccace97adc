import { expect } from 'vitest'
import { solveChallenge } from '../../../../contract/solve-challenge'
import { ApiError } from '../../../../api/lib/errors'
import { codeIn, tokenIn } from '../../../support/open-test-services'
import type { TestServices } from '../../../support/open-test-services'

export const ann = { email: 'ann@example.com', password: 'correct horse' }
export const WRONG = 'wrong horse'

/** Another network. */
export const stranger = (n = 1) => ({ ipAddress: `203.0.113.${n}` })

/** The error of a refused call. @throws if the call succeeds */
export async function refusalOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ApiError)) throw new Error(`not refused: ${JSON.stringify(error)}`)
  return error
}

/** In a browser with our client. @returns its device token */
export async function signUpAnn(services: TestServices): Promise<{ id: string; device: string }> {
  const { data } = await services.call('signup', { ...ann, device: null })
  expect(data.device).toMatch(/^dev_[\w-]+\.[\w-]{43}$/u)
  return { id: data.member.id, device: data.device ?? '' }
}

/** As our client does. */
export async function solve(refusal: ApiError): Promise<string> {
  expect(refusal).toMatchObject({ code: 'proof-of-work-required', status: 401 })
  return solveChallenge(refusal.puzzle!, crypto.subtle)
}

/** As our client does. */
export async function request(
  services: TestServices,
  name: 'sendPasswordlessLoginEmail' | 'sendResetPasswordEmail',
  { email = ann.email, device = null as string | null, from = {} } = {},
) {
  const answer = await services.call(name, { email, device }, from)
  const mail = (await services.mails()).findLast(({ to }) => to === email)
  const data = 'success' in Object(answer.data) ? Object(answer.data) : answer
  const code = mail ? codeIn(mail) : ''
  const wrong = code === '000000' ? '000001' : '000000'
  return {
    answer,
    mail,
    code,
    wrong,
    link: mail?.text.includes('token=') ? tokenIn(mail) : '',
    requestToken: String(data.requestToken),
  }
}
