import * as v from 'valibot'
import type { CustomFieldValue } from '../../../contract/entities'
import { requireJsonFits } from '../accounts/require-json-fits'
import { ApiError } from '../../lib/errors'
import type { AppDefinition } from '../app-definition'
import { readAdminCustomFields } from '../../features/members/fields'
import { sitePath } from '../definitions/site-path'

/** What an admin sends of a member, new or not. */
export interface SentValues {
  customFields?: Record<string, unknown> | undefined
  json?: Record<string, unknown> | undefined
  loginRedirect?: string | null | undefined
}

/**
 * Checks against the app what a schema cannot.
 * @returns the custom fields, typed
 * @throws ApiError `invalid-field-value` for a custom field that the app has not, or a page that is not one of the site;
 *   `invalid-field-type`, `field-limit-exceeded`
 */
export function readMemberValues(
  app: AppDefinition,
  { customFields = {}, json = {}, loginRedirect = null }: SentValues,
): Record<string, CustomFieldValue> {
  requireJsonFits(json)
  if (loginRedirect !== null && !v.is(sitePath, loginRedirect))
    throw new ApiError('invalid-field-value', {
      message: 'loginRedirect is a path of the site that starts with one /.',
    })
  return readAdminCustomFields(app, customFields)
}
