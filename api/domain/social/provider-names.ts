import type { CustomFieldValue } from '../../../contract/entities'
import type { ProviderIdentity } from '../../ports/social-providers'
import { ApiError } from '../../lib/errors'
import type { AppDefinition } from '../app-definition'
import { readCustomFields } from '../../features/members/fields'

/** The custom fields that a provider's names belong in, where an app has them. */
const nameFields = [
  ['first-name', 'firstName'],
  ['last-name', 'lastName'],
] as const

/** What a provider knows of those fields that were left empty, and that a member may write. */
export function namesFor(
  app: AppDefinition,
  sent: Readonly<Record<string, CustomFieldValue>>,
  identity: Pick<ProviderIdentity, 'firstName' | 'lastName'>,
): Record<string, CustomFieldValue> {
  const names = nameFields.flatMap(([field, property]) => {
    const name = identity[property]
    return name && isEmpty(sent[field]) ? Object.entries(readName(app, field, name)) : []
  })
  return Object.fromEntries(names)
}

const isEmpty = (value: CustomFieldValue | undefined): boolean => value === undefined || value === null || value === ''

/** An app may have made a choice of it, or a number: a name that does not fit must not cost the account. */
function readName(app: AppDefinition, field: string, name: string): Record<string, CustomFieldValue> {
  try {
    return readCustomFields(app, { [field]: name })
  } catch (error) {
    if (error instanceof ApiError) return {}
    throw error
  }
}
