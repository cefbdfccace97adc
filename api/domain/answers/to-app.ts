import type { App } from '../../../contract/entities'
import type { AppDefinition } from '../app-definition'
import type { Mode } from '../mode'
import type { MemberPlans } from '../plans/member-plans'
import { toContentGroups } from './to-content-groups'
import { toPlan } from './to-plan'

/**
 * An app as its clients read it.
 *
 * @param captcha what a browser needs to know of the captcha
 * @param plans of the member who asks; null for a visitor
 */
export function toApp(app: AppDefinition, mode: Mode, captcha: App['captcha'], plans: MemberPlans | null): App {
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
    captcha,
    authProviders: app.authProviders.map((provider) => ({ ...provider, icon: null })),
    additionalAuthMethods: { passwordless: app.passwordless },
    ssoSignupButtonURL: null,
    isPaid: true,
    branding: app.branding,
    texts: app.texts,
    ...(mode === 'test' && app.inspectorLinks && { inspectorLinks: app.inspectorLinks }),
  }
}
