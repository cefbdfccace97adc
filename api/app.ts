import { Hono } from 'hono'
import { LIVE_COMMENTS_PATH } from '../contract/endpoints/comments'
import { AUTH_PROVIDER_PATH } from '../contract/providers'
import type { Config } from './config'
import { ADMIN_PATH } from '../contract/admin/endpoints'
import { around } from './http/around'
import { bindEndpoints } from './http/bind'
import { bindAdmin } from './http/bind-admin'
import { bindMailbox } from './features/mail/mailbox'
import { bindPages } from './http/bind-pages'
import type { AppEnv } from './http/app-env'
import { cors, tellOrigin } from './http/cors'
import type { DocumentFolder } from './features/docs/document-folder'
import { health } from './http/health'
import { bindMetrics, countRequests } from './http/metrics'
import { liveComments } from './features/comments/live-stream'
import { methodNotAllowed } from './http/method-not-allowed'
import { ready } from './http/ready'
import type { Readiness } from './http/readiness'
import { requestLog } from './http/request-log'
import { respondError } from './http/respond-error'
import { bindDocuments } from './features/docs/pages'
import { securityHeaders } from './http/security-headers'
import { serveFiles } from './http/serve-files'
import { statusFile } from './features/credentials/status-list'
import { bindLogs, bindLogStatus } from './features/transparency-log/routes'
import { bindProof } from './features/credentials/routes'
import { bindTagFiles, serveTagPicture, TAG_PICTURE_PATH } from './features/tags/serve'
import { bindProviderIcons } from './features/social/providers'
import { serveMedia } from './http/serve-media'
import { SAMPLES_PATH, serveWorkSample } from './features/work-samples/serve'
import {
  serveDeclarations,
  serveInspectorHelp,
  serveNotices,
  serveOpenApi,
  serveScript,
  serveTranslation,
} from './features/docs/serve-script'
import { StaticPathRouter } from './http/static-path-router'
import { STRIPE_WEBHOOK_PATH, stripeWebhook } from './features/payments/stripe/webhook'
import type { WidgetScript } from './features/docs/widget-script'
import { bindVcApi } from './features/vc-api/routes'
import { ApiError } from './domain/api-error'
import { DECLARATIONS_PATH, OPEN_API_PATH } from './features/docs/render-document'
import { FILES_PATH } from './features/files/open-storage'
import type { VcApi } from './features/vc-api/issue'
import type { Page } from './pages/page'
import type { AdminHandlers } from './ports/admin-handler'
import type { Handlers } from './ports/handler'
import type { Metrics } from './ports/metrics'
import type { Services } from './ports/services'

export interface AppOptions {
  services: Services
  handlers: Handlers
  adminHandlers: AdminHandlers
  /** Hosted pages by path. */
  pages: Readonly<Record<string, Page>>
  config: Pick<Config, 'development' | 'trustProxyHops' | 'stripe' | 'metricsToken'>
  readiness: Readiness
  /** Null where nobody may read them. */
  metrics: Metrics | null
  widgetScript: WidgetScript
  documents: DocumentFolder
  /** Absent where it is off. */
  vcApi?: VcApi | null
}

/** What is never a client's: nothing below these sends CORS headers, whether or not something is there. */
const OWN_PATHS = [
  '/health',
  '/ready',
  '/metrics',
  '/membership.js',
  '/dev/*',
  '/vc-api/*',
  '/account/*',
  `${AUTH_PROVIDER_PATH}/*`,
  '/owner/*',
  '/test/*',
  '/webhooks/*',
  `${ADMIN_PATH}/*`,
  `${FILES_PATH}*`,
  `${SAMPLES_PATH}*`,
  '/docs/*',
  '/hosted-pages.css',
]

/**
 * The whole API as one fetch handler. What stands before `cors` is for people and machines on its own origin;
 * everything after it is the client API, which any page may call.
 */
export function createApp(options: AppOptions): Hono<AppEnv> {
  const { services, handlers, adminHandlers, pages, config, widgetScript, documents, vcApi } = options
  const { trustProxyHops } = config
  const app = new Hono<AppEnv>({ router: new StaticPathRouter() })
  app.onError(respondError(services, trustProxyHops))
  const { metrics } = options
  const counted = metrics ? [countRequests(metrics)] : []
  const https = services.urls.api.startsWith('https:')
  app.use(around([requestLog(services.log), securityHeaders(https), ...counted, tellOrigin]))
  if (metrics) bindMetrics(app, metrics, { services, token: config.metricsToken })
  app.get('/health', health)
  app.get('/ready', ready(options.readiness))
  bindScript(app, widgetScript, config.development)
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
  bindProof(app, services, trustProxyHops)
  bindLogs(app, { ...services, statusFile: (mode, name) => statusFile(services, mode, name) })
  bindLogStatus(app, services)
  bindTagFiles(app, services, trustProxyHops)
  bindAdmin(app, services, adminHandlers, config)
  if (vcApi) bindVcApi(app, vcApi, services, trustProxyHops)
  app.get(TAG_PICTURE_PATH, serveTagPicture(services, trustProxyHops))
  app.all(TAG_PICTURE_PATH, methodNotAllowed(['GET']))
  for (const ownPath of OWN_PATHS) app.all(ownPath, nothingHere)
  app.use(cors)
  app.get(LIVE_COMMENTS_PATH, liveComments(services, trustProxyHops))
  app.all(LIVE_COMMENTS_PATH, methodNotAllowed(['GET']))
  bindEndpoints(app, { services, handlers, trustProxyHops })
  app.all('*', nothingHere)
  return app
}

function bindScript(app: Hono<AppEnv>, script: WidgetScript, development: boolean): void {
  const lifetime = development ? 'revalidate' : 'short'
  const served = {
    '/membership.js': serveScript(script, lifetime),
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
