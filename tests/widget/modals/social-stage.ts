import { act } from 'react'
import { vi } from 'vitest'
import type { App, Member } from '../../../widget/public'

/** A provider as an app offers it. */
export const aProvider = (provider: string, name: string | null, order: number): App['authProviders'][number] => ({
  provider,
  name,
  icon: `https://api.example/${provider}.svg`,
  order,
})

/** Named in another order than they are to be shown in. */
export const twoProviders = { authProviders: [aProvider('github', 'GitHub', 2), aProvider('google', 'Google', 1)] }

/** A member's part that says with whom they can log in. */
export const anAuth = (providers: string[], hasPassword = true): Pick<Member, 'auth'> => ({
  auth: { email: 'ada@example.com', hasPassword, providers: providers.map((provider) => ({ provider })) },
})

export interface ProviderWindows<T> {
  /** In the place of a client's method that opens one. */
  open: (params: { provider: string; signal?: AbortSignal }) => Promise<T>
  answer: (value: T) => Promise<void>
  refuse: (code: string, message?: string) => Promise<void>
}

/** Windows of a provider that stay open until a test has them answer; an aborted one was closed, as by hand. */
export function providerWindows<T>(): ProviderWindows<T> {
  let resolve: (value: T) => void = () => {}
  let reject: (reason: unknown) => void = () => {}
  const refuse = (code: string, message = ''): void => reject({ code, message })
  return {
    open: vi.fn(
      ({ signal }) =>
        new Promise<T>((onAnswer, onRefusal) => {
          resolve = onAnswer
          reject = onRefusal
          signal?.addEventListener('abort', () => onRefusal({ code: 'popup-closed', message: 'It was closed.' }))
        }),
    ),
    answer: (value) => act(async () => resolve(value)),
    refuse: (code, message) => act(async () => refuse(code, message)),
  }
}
