import type { NamedDocument } from './render-document'

/** The documents in the order in which one comes to need them. */
export const documentGroups = [
  { title: 'Building a site', names: ['install', 'attributes', 'inspector', 'client', 'texts', 'theming'] },
  { title: 'Members and what they pay', names: ['social-login', 'captcha', 'payments', 'teams', 'privacy'] },
  { title: 'Programs and servers', names: ['api', 'admin-api', 'webhooks', 'import-export'] },
  {
    title: 'Hosting',
    names: [
      'self-hosting',
      'settings',
      'operations',
      'backup',
      'storage',
      'scaling',
      'performance',
      'security',
      'security-decisions',
    ],
  },
  { title: 'TrustTag', names: ['trusttag-owner', 'trusttag-proof', 'witness', 'design-language'] },
] as const satisfies readonly { title: string; names: readonly string[] }[]

export interface DocumentGroup {
  title: string
  documents: readonly NamedDocument[]
}

/** Documents by group, groups without any left out. What no group names comes last, by title. */
export function groupDocuments(documents: readonly NamedDocument[]): DocumentGroup[] {
  const known = new Map(documents.map((document) => [document.name, document]))
  const groups = documentGroups.map(({ title, names }) => ({
    title,
    documents: names.flatMap((name: string) => known.get(name) ?? []),
  }))
  const grouped = new Set(groups.flatMap((group) => group.documents))
  const others = documents.filter((document) => !grouped.has(document))
  const last = others.toSorted((one, other) => one.document.title.localeCompare(other.document.title, 'en'))
  return [...groups, { title: 'More', documents: last }].filter((group) => group.documents.length > 0)
}
