import type { Context, Hono, MiddlewareHandler } from 'hono'
import { ApiError } from '../lib/errors'
import { mailboxList } from '../pages/mailbox'
import { mailboxMail, mailFrame } from '../pages/mailbox-mail'
import type { Services } from '../ports/services'
import type { AppEnv } from './request'
import { requireLoopbackName } from './cors'

/**
 * The test mailbox: `/dev/mailbox` for people, `/dev/mailbox.json` for tests. Mails hold codes that open accounts, so
 * it is registered in development only, answers only by a loopback name, and no other site's page may ask for it.
 */
export function bindMailbox(app: Hono<AppEnv>, { store, urls }: Pick<Services, 'store' | 'urls'>): void {
  const { mailbox } = store
  const to = (context: Context<AppEnv>) => context.req.query('to')?.trim() || undefined
  app.use('/dev/*', requireLoopbackName)
  app.get('/dev/mailbox', async (context) => {
    const address = to(context)
    return mailboxList(await mailbox.list(address), address)
  })
  app.get('/dev/mailbox.json', requireOwnSite, async (context) => {
    context.header('Cross-Origin-Resource-Policy', 'same-origin')
    return context.json({ data: await mailbox.list(to(context)) })
  })
  app.get('/dev/mailbox/:id', async (context) => mailboxMail(await find(context)))
  app.get('/dev/mailbox/:id/html', requireOwnSite, async (context) => mailFrame(await find(context), urls))

  async function find(context: Context<AppEnv>) {
    const mail = await mailbox.find(context.req.param('id') ?? '')
    if (mail === null) throw new ApiError('not-found')
    return mail
  }
}

const requireOwnSite: MiddlewareHandler<AppEnv> = async (context, next) => {
  if (context.req.header('sec-fetch-site') === 'cross-site') throw new ApiError('access-denied')
  await next()
}
