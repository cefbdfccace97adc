import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { toApp } from '../../../../api/domain/answers/to-app'
import { appDefinitionSchema } from '../../../../api/domain/app-definition'
import type { App } from '../../../../contract/entities'

const definition = v.parse(appDefinitionSchema, JSON.parse(readFileSync(join('api', 'apps', 'app_demo.json'), 'utf8')))

/** The demo app as a visitor's browser gets it, in Test Mode. */
export const demoApp: App = toApp(definition, 'test', { provider: 'proof-of-work', siteKey: null }, null)
