import { act } from 'react'
import { vi } from 'vitest'
import type { App, Member } from '../../../widget/public'

/** A provider in an app. */
export const aProvider = (provider: string, name: string | null, order: number): App['authProviders'][number] => ({
  provider,
  name,
  icon: `https://api.example/${provider}.svg`,
  order,
})

/** Not in display order. */
export const twoProviders = { authProviders: [aProvider('github', 'GitHub', 2), aProvider('google', 'Google', 1)] }

/** The part of a member with the connected providers. */
export const anAuth = (providers: string[], hasPassword = true): Pick<Member, 'auth'> => ({
  auth: { email: 'ada@example.com', hasPassword, providers: providers.map((provider) => ({ provider })) },
})

export interface ProviderWindows<T> {
  /** Replaces a client method that opens a window. */
  open: (params: { provider: string; signal?: AbortSignal }) => Promise<T>
  answer: (value: T) => Promise<void>
  refuse: (code: string, message?: string) => Promise<void>
}

/** Provider windows that stay open until the test responds. An aborted one was closed, as by hand. */
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
