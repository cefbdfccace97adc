import { act } from 'react'
import { vi } from 'vitest'
import type { OpenFile, VerifyResult } from '../../../host-site/lib/site-api'
import { NOW, type ServedTag } from './checked-tags'
import { find, renderSite } from './render-site'

/** The verify page, with lookups and a server. */
export async function openVerify(path: string, answers: VerifyResult[], served: readonly ServedTag[] = []) {
  // Test TrustTags are issued at this time.
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  const readOpenFile = async (file: string): Promise<OpenFile> => {
    for (const one of served) if (one.served.has(file)) return one.readOpenFile(file)
    return { outcome: 'unreachable' }
  }
  const site = await renderSite('/', { readOpenFile })
  for (const answer of answers) site.api.verify.mockResolvedValueOnce(answer)
  await act(async () => history.pushState(null, '', path))
  await settled()
  return site
}

/** One TrustTag, looked up by ID. */
export const openServed = (served: ServedTag) =>
  openVerify(`/verify?id=${served.answer.trustTagId}`, [found(served)], [served])

export const found = ({ answer }: Pick<ServedTag, 'answer'>): VerifyResult => ({ outcome: 'found', tag: answer })

/** Waits until no check is running. */
export const settled = (): Promise<void> => until(() => find('.result').getAttribute('aria-busy') === 'false')

/** Waits for a condition, up to the test's own timeout. */
export async function until(isSo: () => boolean): Promise<void> {
  do await act(async () => new Promise((resolve) => setTimeout(resolve)))
  while (!isSo())
}

/** A fact of the result. */
export const fact = (name: string): string | null =>
  [...document.querySelectorAll('.result dt')].find(({ textContent }) => textContent === name)?.nextElementSibling
    ?.textContent ?? null
