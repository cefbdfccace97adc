import * as v from 'valibot'
import demoDefinition from '../../api/apps/app_demo.json'
import { appDefinitionSchema } from '../../api/features/apps/definition'
import type { AppDefinition } from '../../api/features/apps/definition'
import { toContentGroups } from '../../api/features/plans/content'
import { toPlan } from '../../api/features/plans/serializers'
import type { InspectedApp } from '../../widget/inspector/rules/page'
import { readBytes, UnreadableError } from './sources'

/** As many as are read at once. */
const PROBLEMS_MAX = 5

/**
 * The app that pages are checked against: its plans, fields and groups.
 * @param file its definition (docs/self-hosting.md); the demo app's when nothing is said
 * @throws {UnreadableError}
 */
export async function readApp(file: string | undefined): Promise<InspectedApp> {
  const definition = file === undefined ? demoDefinition : parseJson(new TextDecoder().decode(await readBytes(file)))
  const result = v.safeParse(appDefinitionSchema, definition)
  if (result.success) return toInspected(result.output)
  const problems = result.issues.map((issue) => `${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`)
  const more = problems.length > PROBLEMS_MAX ? [`and ${problems.length - PROBLEMS_MAX} more`] : []
  throw new UnreadableError(['is not an app definition', ...problems.slice(0, PROBLEMS_MAX), ...more].join('\n  '))
}

/** No server is asked: every provider of the app counts, whether it is set up or not. */
function toInspected(app: AppDefinition): InspectedApp {
  return {
    plans: app.plans.map(toPlan),
    customFields: app.customFields,
    contentGroups: toContentGroups(app, null),
    authProviders: app.authProviders.map(({ provider, name, order }) => ({ provider, name, order, icon: null })),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UnreadableError(`is not JSON: ${error instanceof Error ? error.message : 'unreadable'}`)
  }
}
