import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { toApp } from '../../../../api/features/plans/serializers'
import { appDefinitionSchema } from '../../../../api/features/apps/definition'
import type { App } from '../../../../contract/entities'

const definition = v.parse(appDefinitionSchema, JSON.parse(readFileSync(join('api', 'apps', 'app_demo.json'), 'utf8')))

const notAsked = () => Promise.reject(new Error('Nobody goes to a provider here.'))

/** All of its providers are set up. */
const services = {
  captcha: { publicPart: { provider: 'proof-of-work', siteKey: null } },
  socialProviders: { find: (_mode: string, key: string) => ({ key, authorize: notAsked, identify: notAsked }) },
  urls: { api: 'http://localhost:4001', site: 'http://localhost:4000', demo: 'http://localhost:4002' },
} as const

/** The demo app as a visitor's browser gets it, in Test Mode. */
export const demoApp: App = toApp(services, definition, 'test', null)
