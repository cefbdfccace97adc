import { IMPORT_MAX_ROWS } from '../../../contract/limits'
import type { TransferFormat } from '../../../contract/admin/schemas/transfer'
import { ApiError } from '../api-error'
import type { AppDefinition } from '../app-definition'
import type { RawFile } from './raw-row'
import { readCsv } from './read-csv'

/**
 * The members of a file, none of them checked yet.
 * @throws ApiError `invalid-import-file`, `too-many-import-rows`
 */
export function readImportFile(app: AppDefinition, content: string, format: TransferFormat): RawFile {
  const text = content.replace(/^\uFEFF/u, '')
  return format === 'csv' ? readCsv(app, text) : readJsonFile(text)
}

/** Our export, or a list of members alone. */
function readJsonFile(content: string): RawFile {
  const members = membersOf(parse(content))
  if (!Array.isArray(members)) {
    throw new ApiError('invalid-import-file', {
      message: 'This file is no list of members, and has none as `members`.',
    })
  }
  if (members.length > IMPORT_MAX_ROWS) throw new ApiError('too-many-import-rows')
  return { rows: members.map((entry: unknown, index) => ({ row: index + 1, entry })), ignored: [] }
}

const membersOf = (parsed: unknown): unknown =>
  typeof parsed === 'object' && parsed !== null && 'members' in parsed ? parsed.members : parsed

/** The parser's own message quotes the file, so it is dropped. */
function parse(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    throw new ApiError('invalid-import-file', { message: 'This file is not valid JSON.' })
  }
}
