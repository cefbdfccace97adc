import { exportMembers } from '../../api/features/transfer/admin-routes'
import { importMembers } from '../../api/features/transfer/import'
import { conflictRules, transferFormats } from '../../contract/admin/schemas/transfer'
import type { ImportReport, TransferFormat } from '../../contract/admin/schemas/transfer'
import { UsageError } from '../command'
import { escapeControlChars } from '../terminal'
import { findApp, task, verb } from './verb'

const FORMAT = {
  type: 'string',
  value: 'json|csv',
  summary: 'default: from the file name, else json',
} as const

const importVerb = verb({
  name: 'members import',
  positionals: ['<file>'],
  options: {
    format: FORMAT,
    'on-conflict': {
      type: 'string',
      value: 'skip|update|fail',
      summary: 'what to do with existing members; default: skip',
    },
    atomic: { type: 'string', value: 'yes', summary: 'all or nothing' },
    'dry-run': { type: 'string', value: 'yes', summary: 'changes nothing' },
  },
  summary: 'imports members from a file',
  run({ words: [file = ''], values }, { readFile }) {
    const options = {
      format: formatOf(file, values.format),
      dryRun: isYes('dry-run', values['dry-run']),
      atomic: isYes('atomic', values.atomic),
      onConflict: oneOf('on-conflict', values['on-conflict'], conflictRules) ?? 'skip',
    }
    return task(async (services, owner) => {
      const request = { ...options, content: await readFile(file) }
      const report = await importMembers(services, owner, await findApp(services, owner), request)
      if (!options.dryRun) services.securityLog.write('members-imported', { ...owner })
      return { data: report, lines: linesOf(report) }
    })
  },
})

const exportVerb = verb({
  name: 'members export',
  positionals: ['<file>'],
  options: { format: FORMAT, 'password-hashes': { type: 'string', value: 'yes', summary: 'includes password hashes' } },
  summary: 'writes all members to a new file',
  run({ words: [file = ''], values }, { writeFile }) {
    const format = formatOf(file, values.format)
    const request = {
      format,
      withHashes: isYes('password-hashes', values['password-hashes']),
      limit: null,
      after: null,
    }
    return task(async (services, owner) => {
      const { parts, count } = await exportMembers(services, owner, await findApp(services, owner), request)
      services.securityLog.write('members-exported', { ...owner })
      const texts: string[] = []
      for await (const part of parts) texts.push(part)
      await writeFile(file, texts.join(''))
      const line = `${count} members were written to ${escapeControlChars(file)}. Keep this file private.`
      return { data: { file, format, count }, lines: [line] }
    })
  },
})

export const memberVerbs = [importVerb, exportVerb]

const formatOf = (file: string, format: string | undefined): TransferFormat =>
  oneOf('format', format, transferFormats) ?? (/\.csv$/iu.test(file) ? 'csv' : 'json')

/** @throws {UsageError} */
function oneOf<Choice extends string>(
  name: string,
  value: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  const chosen = choices.find((choice) => choice === value)
  if (value !== undefined && chosen === undefined) throw new UsageError(`--${name} must be ${choices.join(' or ')}.`)
  return chosen
}

const isYes = (name: string, value: string | undefined): boolean => oneOf(name, value, ['yes', 'no']) === 'yes'

function linesOf({ dryRun, created, updated, skipped, failed, errors, ignoredFields }: ImportReport): string[] {
  const counts = `${created} created, ${updated} updated, ${skipped} skipped, ${failed} failed`
  const ignored = ignoredFields.map(escapeControlChars).join(', ')
  return [
    dryRun ? `Dry run: ${counts}. Nothing was changed.` : `${counts}.`,
    ...errors.map(({ row, field, code, message }) =>
      ['', `row ${row}`, escapeControlChars(field), code, ...(message === undefined ? [] : [message])].join('  '),
    ),
    ...(ignored === '' ? [] : [`Unknown fields were ignored: ${ignored}.`]),
  ]
}
