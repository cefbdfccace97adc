import { act } from 'react'
import type { VerifyResult } from '../../../host-site/lib/site-api'
import type { Verification } from '../../../host-site/lib/verification'
import { aVerification } from './a-verification'
import { renderSite } from './render-site'

/** What the server says of a TrustTag that there is. */
export const found = (changes: Partial<Verification> = {}): VerifyResult => ({
  outcome: 'found',
  tag: aVerification(changes),
})

/** The site at an address of the page that checks TrustTags, and what it will be told. */
export async function openVerify(path: string, ...answers: VerifyResult[]) {
  const site = await renderSite('/')
  for (const answer of answers) site.api.verify.mockResolvedValueOnce(answer)
  await act(async () => history.pushState(null, '', path))
  return site
}
