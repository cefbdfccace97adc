import { Hono } from 'hono'
import { CONSOLE_PATH } from '../contract/admin/console-session'
import { ADMIN_PATH } from '../contract/admin/endpoints'
import { consoleEvents } from '../contract/admin/events'
import { LIVE_COMMENTS_PATH } from '../contract/endpoints/comments'
import { AUTH_PROVIDER_PATH } from '../contract/providers'
import type { Config } from './config'
import { APP_WEBHOOK_PATH } from './features/app-secrets/admin-routes'
import { type AdminHandlers, identifySecretKey } from './features/apps/secret-keys'
import { liveComments } from './features/comments/channel-watch'
import { streamConsoleEvents } from './features/console-events'
import { bindProof } from './features/credentials/routes'
import { statusFile } from './features/credentials/status-list'
import { DECLARATIONS_PATH, type DocumentFolder, OPEN_API_PATH } from './features/docs/documents'
import { bindDocuments } from './features/docs/pages'
import {
  serveDeclarations,
  serveInspectorHelp,
  serveNotices,
  serveOpenApi,
  serveScript,
  serveTranslation,
  type WidgetScript,
} from './features/docs/widget-script'
import { FILES_PATH, serveFiles } from './features/files/open-storage'
import { bindMailbox } from './features/mail/mailbox'
import { type Handlers, resolveCaller } from './features/members/context'
import { RELATED_ORIGINS_PATH, serveRelatedOrigins } from './features/passkeys/routes'
import { appStripeWebhook, STRIPE_WEBHOOK_PATH, stripeWebhook } from './features/payments/stripe/webhook'
import { bindProviderIcons } from './features/social/providers'
import { identifyPerson } from './features/staff/sessions'
import { bindConsoleSession } from './features/staff/routes'
import { bindTagFiles } from './features/tags/routes'
import { bindFileCheck } from './features/tags/verify'
import { bindLogs, bindLogStatus } from './features/transparency-log/routes'
import type { VcApi } from './features/vc-api/issue'
import { bindVcApi } from './features/vc-api/routes'
import { SAMPLES_PATH, serveWorkSample } from './features/work-samples/routes'
import { bindAdmin } from './http/admin-pipeline'
import { bindContentPage } from './features/app-settings/content-routes'
import { bindConsolePage, type ConsolePage } from './http/console-page'
import { cors, corsHeadersHook } from './http/cors'
import { requestHooks, requestLog } from './http/logging'
import { respondError, securityHeaders, serveMedia } from './http/responses'
import { bindMetrics, countRequests, type Metrics } from './http/metrics'
import { bindPages, type HostedPages } from './http/pages'
import { bindEndpoints } from './http/pipeline'
import { health, type Readiness, ready } from './http/readiness'
import type { AppEnv } from './http/request'
import { methodNotAllowed, StaticPathRouter } from './http/router'
import { ApiError } from './lib/errors'
import type { Services } from './http/services'

export interface AppOptions {
  services: Services
  handlers: Handlers
  adminHandlers: AdminHandlers
  pages: HostedPages
  config: Pick<Config, 'development' | 'trustProxyHops' | 'stripe' | 'metricsToken'>
  readiness: Readiness
  metrics: Metrics | null
  widgetScript: WidgetScript
  documents: DocumentFolder
  consolePage: ConsolePage
  vcApi?: VcApi | null
}

/** Paths outside the client API: their responses never have CORS headers, including 404. */
const OWN_PATHS = [
  '/health',
  '/ready',
  '/metrics',
  '/membership.js',
  '/dev/*',
  '/vc-api/*',
  '/account/*',
  '/login-link',
  `${AUTH_PROVIDER_PATH}/*`,
  '/owner/*',
  '/test/*',
  '/webhooks/*',
  `${APP_WEBHOOK_PATH}/*`,
  `${ADMIN_PATH}/*`,
  `${CONSOLE_PATH}/*`,
  `${FILES_PATH}*`,
  `${SAMPLES_PATH}*`,
  '/docs/*',
  '/hosted-pages.css',
]

/** Routes before `cors` are for people and machines on the API's own origin; routes after it are the client API, callable from any page. */
export function createApp(options: AppOptions): Hono<AppEnv> {
  const { services, handlers, adminHandlers, pages, config, widgetScript, documents, vcApi } = options
  const { trustProxyHops } = config
  const app = new Hono<AppEnv>({ router: new StaticPathRouter() })
  app.onError(respondError(services, trustProxyHops))
  const { metrics } = options
  const counted = metrics ? [countRequests(metrics)] : []
  const https = services.urls.api.startsWith('https:')
  app.use(requestHooks([requestLog(services.log), securityHeaders(https), ...counted, corsHeadersHook]))
  if (metrics) bindMetrics(app, metrics, { services, token: config.metricsToken })
  app.get('/health', health)
  app.get('/ready', ready(options.readiness))
  bindScript(app, services, widgetScript, config.development)
  app.get(OPEN_API_PATH, serveOpenApi(services, config.development ? 'revalidate' : 'short'))
  app.all(OPEN_API_PATH, methodNotAllowed(['GET']))
  bindDocuments(app, documents)
  app.get(`${FILES_PATH}:name`, serveFiles(services))
  app.all(`${FILES_PATH}:name`, methodNotAllowed(['GET']))
  app.get(`${SAMPLES_PATH}:token`, serveWorkSample(services, trustProxyHops))
  app.all(`${SAMPLES_PATH}:token`, methodNotAllowed(['GET']))
  if (config.development) bindMailbox(app, services)
  bindProviderIcons(app)
  bindPages(app, { services, pages, trustProxyHops })
  app.post(STRIPE_WEBHOOK_PATH, stripeWebhook(services, config.stripe))
  app.all(STRIPE_WEBHOOK_PATH, methodNotAllowed(['POST']))
  const appWebhook = `${APP_WEBHOOK_PATH}/:app/:mode`
  app.post(appWebhook, appStripeWebhook(services, services.appAccounts.webhookSecret))
  app.all(appWebhook, methodNotAllowed(['POST']))
  app.get(RELATED_ORIGINS_PATH, serveRelatedOrigins(services))
  app.all(RELATED_ORIGINS_PATH, methodNotAllowed(['GET']))
  bindProof(app, services)
  bindLogs(app, { ...services, statusFile: (mode, name) => statusFile(services, mode, name) })
  bindLogStatus(app, services)
  bindTagFiles(app, services, trustProxyHops)
  bindFileCheck(app, services, trustProxyHops)
  bindAdmin(app, services, { handlers: adminHandlers, identifyKey: identifySecretKey, identifyPerson, ...config })
  app.get(ADMIN_PATH + consoleEvents.path, streamConsoleEvents(services, trustProxyHops))
  bindConsoleSession(app, services, trustProxyHops)
  bindContentPage(app, services, trustProxyHops)
  bindConsolePage(app, services, options.consolePage, trustProxyHops)
  if (vcApi) bindVcApi(app, vcApi, services, trustProxyHops)
  for (const ownPath of OWN_PATHS) app.all(ownPath, nothingHere)
  app.use(cors)
  app.get(LIVE_COMMENTS_PATH, liveComments(services, trustProxyHops))
  app.all(LIVE_COMMENTS_PATH, methodNotAllowed(['GET']))
  bindEndpoints(app, { services, handlers, resolveCaller, trustProxyHops })
  app.all('*', nothingHere)
  return app
}

function bindScript(app: Hono<AppEnv>, services: Services, script: WidgetScript, development: boolean): void {
  const lifetime = script.rebuilds ? 'revalidate' : 'short'
  const served = {
    '/membership.js': serveScript(script, lifetime, services),
    [`/membership@${script.version}.js`]: serveScript(script, 'immutable'),
    [DECLARATIONS_PATH]: serveDeclarations(script, lifetime),
    [`/membership@${script.version}.d.ts`]: serveDeclarations(script, 'immutable'),
    '/translations/*': serveTranslation(script, lifetime),
    '/inspector-help.json': serveInspectorHelp(script, lifetime),
    '/third-party-notices.txt': serveNotices(script, lifetime),
    '/media/test-card.webm': serveMedia(() => script.readDemoVideo(), 'video/webm', development),
  }
  for (const [path, serve] of Object.entries(served)) {
    app.get(path, serve)
    app.all(path, methodNotAllowed(['GET']))
  }
}

const nothingHere = () => {
  throw new ApiError('not-found')
}
