import type { App } from '../../../contract/entities'
import type { Captcha } from '../../ports/captcha'
import type { Services } from '../../ports/services'
import type { AppDefinition } from '../app-definition'
import type { Mode } from '../../lib/ids'
import type { MemberPlans } from '../plans/member-plans'
import { offeredProviders } from '../social/offered-providers'
import { providerIconUrl } from '../social/provider-icon-url'
import { toContentGroups } from './to-content-groups'
import { toPlan } from './to-plan'

/** What a page is told of besides the app: its captcha, and which of its providers are set up. */
export type AppServices = Pick<Services, 'socialProviders' | 'urls'> & { captcha: Pick<Captcha, 'publicPart'> }

/**
 * An app as its clients read it.
 *
 * @param plans of the member who asks; null for a visitor
 */
export function toApp(services: AppServices, app: AppDefinition, mode: Mode, plans: MemberPlans | null): App {
  return {
    id: app.id,
    name: app.name,
    mode: mode === 'live' ? 'live' : 'sandbox',
    publicKey: app.keys[mode],
    plans: app.plans.map(toPlan),
    contentGroups: toContentGroups(app, plans),
    customFields: app.customFields,
    allowMemberSelfDelete: app.allowMemberSelfDelete,
    captchaRequired: app.captchaRequired,
    captcha: services.captcha.publicPart,
    authProviders: offeredProviders(services, app, mode).map(({ provider, name, order }) => {
      return { provider, name, order, icon: providerIconUrl(services.urls, provider) }
    }),
    additionalAuthMethods: { passwordless: app.passwordless },
    ssoSignupButtonURL: null,
    isPaid: true,
    branding: app.branding,
    texts: app.texts,
    ...(mode === 'test' && app.inspectorLinks && { inspectorLinks: app.inspectorLinks }),
  }
}
