import type { CustomFieldDefinition } from '../app-definition'

/** How a cell is read: as it stands, as yes or no, as JSON, as ids between commas, as a moment. */
export type CellKind = 'text' | 'flag' | 'json' | 'ids' | 'moment'

export interface CsvColumn {
  /** As an export heads it. */
  header: string
  /** The key in JSON that it stands for; null: an export tells it, and an import passes it over. */
  field: string | null
  kind: CellKind
  /** What others call it. Capitals, spaces and marks do not count. */
  aliases: readonly string[]
}

/** Columns that every file may have; those of custom fields come besides. */
export const csvColumns: readonly CsvColumn[] = [
  { header: 'Member ID', field: 'id', kind: 'text', aliases: ['id', 'memberstack id'] },
  { header: 'Email', field: 'email', kind: 'text', aliases: ['email address', 'auth email'] },
  { header: 'Verified', field: 'verified', kind: 'flag', aliases: ['email verified', 'is verified'] },
  { header: 'Password Hash', field: 'passwordHash', kind: 'text', aliases: ['hashed password', 'password'] },
  {
    header: 'Free Plan IDs',
    field: 'plans',
    kind: 'ids',
    aliases: ['free plan id', 'free plan id(s)', 'free plans', 'plan id', 'plan ids', 'plan id(s)', 'plans', 'plan'],
  },
  { header: 'Paid Plan IDs', field: null, kind: 'ids', aliases: [] },
  { header: 'Login Providers', field: null, kind: 'text', aliases: [] },
  { header: 'Login Redirect', field: 'loginRedirect', kind: 'text', aliases: [] },
  { header: 'Profile Image', field: 'profileImage', kind: 'text', aliases: ['profile image url'] },
  { header: 'Stripe Customer ID', field: 'stripeCustomerId', kind: 'text', aliases: [] },
  {
    header: 'Created At',
    field: 'createdAt',
    kind: 'moment',
    aliases: ['created', 'created date', 'date created', 'signup date', 'sign up date', 'joined'],
  },
  { header: 'Last Login', field: 'lastLogin', kind: 'moment', aliases: ['last login at', 'last login date'] },
  { header: 'Metadata', field: 'metaData', kind: 'json', aliases: [] },
  { header: 'JSON', field: 'json', kind: 'json', aliases: ['member json'] },
]

const plain = (header: string): string => header.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

const byName = new Map(
  csvColumns.flatMap((column) => [column.header, ...column.aliases].map((name) => [plain(name), column] as const)),
)

/** What a heading stands for; undefined where nothing here knows it. */
export function findColumn(
  header: string,
  customFields: readonly CustomFieldDefinition[],
): CsvColumn | { customField: string } | undefined {
  const own = /^\s*custom[ _-]?fields?\s*[:./ _-]\s*(.+)$/iu.exec(header)?.[1]
  const name = own ?? header
  const known = own === undefined ? byName.get(plain(name)) : undefined
  if (known) return known
  const field =
    customFields.find(({ key }) => key === name.trim()) ??
    customFields.find(({ key }) => plain(key) === plain(name)) ??
    customFields.find(({ label }) => plain(label) === plain(name))
  return field && { customField: field.key }
}

/** The heading of a custom field's column: its key, unless that could be taken for something else. */
export const headerOf = ({ key }: CustomFieldDefinition): string =>
  byName.has(plain(key)) ? `Custom Field: ${key}` : key
