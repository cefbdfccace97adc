import { conflictRules, transferFormats } from '../../contract/admin/schemas/transfer'
import type { ImportReport, TransferFormat } from '../../contract/admin/schemas/transfer'
import { exportMembers } from '../../api/features/transfer/export'
import { importMembers } from '../../api/features/transfer/import'
import { harmless } from '../terminal/harmless'
import { UsageError } from '../terminal/parse-arguments'
import { fileOf } from './file-of'
import { findApp } from './find-app'
import type { Typed, Verb, Verbs } from './verb'

const importVerb: Verb = {
  usage: 'import <file> [--format json|csv] [--on-conflict skip|update|fail] [--atomic yes] [--dry-run yes]',
  what: 'makes members of a file',
  options: ['format', 'on-conflict', 'atomic', 'dry-run'],
  async run(services, owner, typed) {
    const file = fileOf(typed)
    const request = {
      format: formatOf(file, typed),
      dryRun: isYes(typed, 'dry-run'),
      atomic: isYes(typed, 'atomic'),
      onConflict: oneOf(typed, 'on-conflict', conflictRules) ?? 'skip',
      content: await typed.readFile(file),
    }
    const report = await importMembers(services, owner, await findApp(services, owner), request)
    if (!request.dryRun) services.securityLog.write('members-imported', { ...owner })
    return { data: report, lines: linesOf(report) }
  },
}

const exportVerb: Verb = {
  usage: 'export <file> [--format json|csv] [--password-hashes yes]',
  what: 'writes all members into a new file',
  options: ['format', 'password-hashes'],
  async run(services, owner, typed) {
    const file = fileOf(typed)
    const [format, withHashes] = [formatOf(file, typed), isYes(typed, 'password-hashes')]
    const request = { format, withHashes, limit: null, after: null }
    const { parts, count } = await exportMembers(services, owner, await findApp(services, owner), request)
    services.securityLog.write('members-exported', { ...owner })
    await typed.writeFile(file, parts.join(''))
    return { data: { file, format, count }, lines: [`${count} members are in ${harmless(file)}. Keep it to yourself.`] }
  },
}

/** Where nothing is said, the name of the file says it. */
const formatOf = (file: string, typed: Typed): TransferFormat =>
  oneOf(typed, 'format', transferFormats) ?? (/\.csv$/iu.test(file) ? 'csv' : 'json')

function oneOf<Choice extends string>(
  { options }: Typed,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const value = options[name]
  const chosen = choices.find((choice) => choice === value)
  if (value !== undefined && chosen === undefined) throw new UsageError(`--${name} must be ${choices.join(' or ')}.`)
  return chosen
}

const isYes = (typed: Typed, name: string): boolean => oneOf(typed, name, ['yes', 'no']) === 'yes'

function linesOf({ dryRun, created, updated, skipped, failed, errors, ignoredFields }: ImportReport): string[] {
  const counts = `${created} made, ${updated} changed, ${skipped} passed over, ${failed} not imported`
  const ignored = ignoredFields.map(harmless).join(', ')
  return [
    dryRun ? `It would be: ${counts}. Nothing was changed.` : `${counts}.`,
    ...errors.map(({ row, field, code }) => `  row ${row}  ${harmless(field)}  ${code}`),
    ...(ignored === '' ? [] : [`Nothing here knows ${ignored}.`]),
  ]
}

/** All members at once. */
export const memberVerbs: Verbs = { import: importVerb, export: exportVerb }
