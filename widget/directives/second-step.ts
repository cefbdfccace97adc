import { codeOf } from '../lib/errors'
import { isRecord } from '../lib/values'
import type { ModalResult, SecondFactorMethod } from '../public'
import type { DirectiveContext } from './directive'
import type { Sent } from './forms/send-form'

const screens: Readonly<Record<string, 'SECOND_FACTOR' | 'SECOND_FACTOR_SETUP'>> = {
  'second-factor-required': 'SECOND_FACTOR',
  'second-factor-setup-required': 'SECOND_FACTOR_SETUP',
}

/**
 * Continues a refused login of the page with the modal that asks for the second step.
 * @returns null for another error @throws the refusal, if the person closes the modal
 */
export async function continueSecondStep(
  { client }: Pick<DirectiveContext, 'client'>,
  refusal: unknown,
): Promise<Sent | null> {
  const screen = screens[codeOf(refusal)]
  if (!screen || !isRecord(refusal)) return null
  const { challenge, methods } = refusal
  const named = Array.isArray(methods) ? { methods: methods.filter(isMethod) } : {}
  const result: ModalResult = await client.openModal(screen, { challenge: String(challenge), ...named })
  if (result.type !== 'LOGIN') throw refusal
  client.hideModal()
  return { message: undefined, redirect: result.data.redirect }
}

const isMethod = (value: unknown): value is SecondFactorMethod =>
  value === 'passkey' || value === 'totp' || value === 'recovery-code'
