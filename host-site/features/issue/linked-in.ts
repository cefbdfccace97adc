interface LinkedTag {
  id: string
  skill: string
  /** Label of a tag that proves nothing. */
  mark?: string | undefined
  issueDate: string
  expiresAt: string | null
  /** Of the page that checks it. */
  url: string
}

/**
 * A prefilled LinkedIn form. Nothing is sent to LinkedIn before the user opens it, or added before they confirm it
 * there.
 */
export function linkedInLink({ id, skill, mark, issueDate, expiresAt, url }: LinkedTag): string {
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

/** Months start at 1. @param day ISO 8601 */
function monthOf(name: 'issue' | 'expiration', day: string): Record<string, string> {
  const date = new Date(day)
  return { [`${name}Year`]: String(date.getUTCFullYear()), [`${name}Month`]: String(date.getUTCMonth() + 1) }
}
