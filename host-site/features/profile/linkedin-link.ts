import type { HeldProfileTag } from './badge-snippet'

/**
 * LinkedIn's form for a certification, filled in. Nothing is sent to LinkedIn before the person follows it, and nothing is
 * added before they confirm it there.
 */
export function linkedInLink({ id, skill, mark, issueDate, takeAlong: { url, expiresAt } }: HeldProfileTag): string {
  const link = new URL('https://www.linkedin.com/profile/add')
  const fields = {
    startTask: 'CERTIFICATION_NAME',
    name: `TrustTag: ${skill}${mark === undefined ? '' : ` (${mark})`}`,
    organizationName: 'TrustTag',
    ...monthOf('issue', issueDate),
    ...(expiresAt !== null && monthOf('expiration', expiresAt)),
    certUrl: url,
    certId: id,
  }
  for (const [name, value] of Object.entries(fields)) link.searchParams.set(name, value)
  return link.href
}

/** Months count from 1. @param day ISO 8601 */
function monthOf(name: 'issue' | 'expiration', day: string): Record<string, string> {
  const date = new Date(day)
  return { [`${name}Year`]: String(date.getUTCFullYear()), [`${name}Month`]: String(date.getUTCMonth() + 1) }
}
