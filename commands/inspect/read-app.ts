import * as v from 'valibot'
import demoDefinition from '../../api/apps/app_demo.json'
import trustTagDefinition from '../../api/apps/app_trusttag.json'
import { appDefinitionSchema } from '../../api/features/apps/definition'
import type { AppDefinition } from '../../api/features/apps/definition'
import { toContentGroups } from '../../api/features/plans/repository'
import { toPlan } from '../../api/features/plans/serializers'
import type { InspectedApp } from '../../widget/inspector/rules/page'
import { readBytes, UnreadableError } from './sources'

/** An app with its ID and public keys, to recognize it in a page. */
export interface FoundApp {
  id: string
  keys: readonly string[]
  app: InspectedApp
}

/**
 * @param file path of an app definition (docs/self-hosting.md)
 * @throws {UnreadableError}
 */
export async function readApp(file: string): Promise<FoundApp> {
  return parseApp(parseJson(new TextDecoder().decode(await readBytes(file))))
}

/** The default app of an installation: what documents and demo pages use. */
export const DEFAULT_APP_ID = 'app_demo'

/** The apps that come with the product, from their definitions. */
export const shippedApps = (): [demo: FoundApp, trustTag: FoundApp] => [
  parseApp(demoDefinition),
  parseApp(trustTagDefinition),
]

const PROBLEMS_MAX = 5

function parseApp(definition: unknown): FoundApp {
  const result = v.safeParse(appDefinitionSchema, definition)
  if (result.success) return toFound(result.output, result.output.contents)
  const problems = result.issues.map((issue) => `${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`)
  const more = problems.length > PROBLEMS_MAX ? [`and ${problems.length - PROBLEMS_MAX} more`] : []
  throw new UnreadableError(['is not an app definition', ...problems.slice(0, PROBLEMS_MAX), ...more].join('\n  '))
}

/**
 * Every provider of the app is listed, set up or not: that depends on the server.
 * @param contents hosted content of the app
 */
export const toFound = (app: AppDefinition, contents: readonly { id: string }[]): FoundApp => ({
  id: app.id,
  keys: [app.keys.test, app.keys.live],
  app: {
    plans: app.plans.map(toPlan),
    customFields: app.customFields,
    contentGroups: toContentGroups(app, null),
    authProviders: app.authProviders.map(({ provider, name, order }) => ({ provider, name, order, icon: null })),
    privateIds: {
      couponIds: app.coupons.filter(({ active }) => active).map(({ id }) => id),
      contentIds: contents.map(({ id }) => id),
      liveDomains: app.liveDomains,
    },
  },
})

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UnreadableError(`is not JSON: ${error instanceof Error ? error.message : 'unreadable'}`)
  }
}
