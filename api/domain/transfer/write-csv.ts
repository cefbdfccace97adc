import Papa from 'papaparse'
import type { AppDefinition } from '../app-definition'
import { csvColumns, headerOf } from './csv-columns'
import { toHarmlessCell } from './harmless-cell'
import type { TransferredMember } from './transferred-member'

/** Whether the file has hashes; without them it has no column for them. */
type Columns = Pick<AppDefinition, 'customFields'> & { withHashes: boolean }

const PASSWORD_HASH = 'passwordHash'

const columnsOf = (withHashes: boolean) => csvColumns.filter(({ field }) => withHashes || field !== PASSWORD_HASH)

export const csvHeadings = ({ customFields, withHashes }: Columns): string =>
  toLines([[...columnsOf(withHashes).map(({ header }) => header), ...customFields.map(headerOf)]])

/** One line a member. Nothing in it is taken for a formula. */
export function csvLines({ customFields, withHashes }: Columns, members: readonly TransferredMember[]): string {
  const columns = columnsOf(withHashes).map(({ header }) => header)
  return toLines(
    members.map((member) => {
      const cells = cellsOf(member)
      return [
        ...columns.map((header) => cells[header] ?? ''),
        ...customFields.map(({ key }) => String(member.customFields[key] ?? '')),
      ]
    }),
  )
}

function cellsOf(member: TransferredMember): Record<string, string> {
  const plans = (isPaid: boolean) =>
    member.plans.filter(({ priceId, status }) => (priceId !== null) === isPaid && status !== 'CANCELED')
  return {
    'Member ID': member.id,
    Email: member.email,
    Verified: String(member.verified),
    'Password Hash': member.passwordHash ?? '',
    'Free Plan IDs': plans(false)
      .map(({ planId }) => planId)
      .join(','),
    'Paid Plan IDs': plans(true)
      .map(({ planId }) => planId)
      .join(','),
    'Login Providers': member.providers.map(({ provider }) => provider).join(','),
    'Login Redirect': member.loginRedirect ?? '',
    'Profile Image': member.profileImage ?? '',
    'Stripe Customer ID': member.stripeCustomerId ?? '',
    'Created At': member.createdAt,
    'Last Login': member.lastLogin ?? '',
    Metadata: toJson(member.metaData),
    JSON: toJson(member.json),
  }
}

const toJson = (value: object): string => (Object.keys(value).length === 0 ? '' : JSON.stringify(value))

const toLines = (rows: string[][]): string =>
  rows.length === 0
    ? ''
    : `${Papa.unparse(
        rows.map((cells) => cells.map(toHarmlessCell)),
        { quotes: true, newline: '\r\n' },
      )}\r\n`
