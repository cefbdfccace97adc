import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { appDefinitionSchema } from '../../../../api/features/apps/definition'

/** A shipped app definition, parsed. */
export const shipped = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL(`../../../../api/apps/${name}.json`, import.meta.url), 'utf8'))

/** Problems of app_demo with these changes: `field: reason`. */
export function complaints(changes: Record<string, unknown>): string[] {
  const result = v.safeParse(appDefinitionSchema, { ...shipped('app_demo'), ...changes })
  return (result.issues ?? []).map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
}
