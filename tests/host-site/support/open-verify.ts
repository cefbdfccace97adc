import { act } from 'react'
import { vi } from 'vitest'
import type { OpenFile, VerifyResult } from '../../../host-site/lib/site-api'
import { NOW, type ServedTag } from './checked-tags'
import { find, renderSite } from './render-site'

/** The site at an address of the page that checks TrustTags, what it will be told, and a server that has some. */
export async function openVerify(path: string, answers: VerifyResult[], served: readonly ServedTag[] = []) {
  // What was issued in a test is of that day.
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

/** The same for one TrustTag, looked up by its ID. */
export const openServed = (served: ServedTag) =>
  openVerify(`/verify?id=${served.answer.trustTagId}`, [found(served)], [served])

export const found = ({ answer }: Pick<ServedTag, 'answer'>): VerifyResult => ({ outcome: 'found', tag: answer })

/** Once nothing is looked up and checked any more. */
export const settled = (): Promise<void> => until(() => find('.result').getAttribute('aria-busy') === 'false')

/** Lets the page go on until it is so; the test's own limit ends what never is. */
export async function until(isSo: () => boolean): Promise<void> {
  do await act(async () => new Promise((resolve) => setTimeout(resolve, 1)))
  while (!isSo())
}

/** A fact of the result, by its name. */
export const fact = (name: string): string | null =>
  [...document.querySelectorAll('.result dt')].find(({ textContent }) => textContent === name)?.nextElementSibling
    ?.textContent ?? null
