import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { toApp } from '../../../../api/features/plans/serializers'
import { appDefinitionSchema } from '../../../../api/features/apps/definition'
import type { App } from '../../../../contract/entities'
import { toFound } from '../../../../commands/inspect/read-app'
import type { InspectedApp } from '../../../../widget/inspector/rules/page'

const definition = v.parse(appDefinitionSchema, JSON.parse(readFileSync(join('api', 'apps', 'app_demo.json'), 'utf8')))

const notAsked = () => Promise.reject(new Error('Nobody goes to a provider here.'))

/** All of its providers are set up. */
const services = {
  console: { enabled: true },
  captcha: { publicPart: { provider: 'proof-of-work', siteKey: null } },
  socialProviders: { find: (_mode: string, key: string) => ({ key, authorize: notAsked, identify: notAsked }) },
  urls: { api: 'http://localhost:4001', site: 'http://localhost:4000', demo: 'http://localhost:4002' },
} as const

const found = toFound(definition, definition.contents)

/** The demo app as a visitor's browser gets it, in Test Mode, with the IDs that only a definition has. */
export const demoApp: App & InspectedApp = {
  ...(await toApp(services, { app: definition, mode: 'test', origin: null }, null)),
  ...(found.app.privateIds && { privateIds: found.app.privateIds }),
}
