import {
  EMAIL_CHANGE_LINK_LIFETIME_HOURS,
  EMAIL_CHANGE_UNDO_HOURS,
  LOGIN_STEP_LIFETIME_MINUTES,
  NEW_DEVICE_LINK_LIFETIME_HOURS,
  PASSWORDLESS_CODE_LIFETIME_MINUTES,
  RECOVERY_LINK_LIFETIME_HOURS,
  RESET_CODE_LIFETIME_MINUTES,
  VERIFICATION_LINK_LIFETIME_HOURS,
} from '../../../contract/limits'
import type { AppDefinition } from '../apps/definition'
import { signInPolicy } from '../apps/sign-in-policy'
import type { PublicUrls } from '../../http/services'
import { mailContent, textsOfMail } from '../mail/outbox'
import type { MailContent } from '../mail/outbox'
import { mailTexts } from './mail-texts'
import type { EmailCodePurpose } from './repository'

/** Opening the link alone verifies nothing. */
export function verifyEmailMail(
  app: AppDefinition,
  urls: Pick<PublicUrls, 'api'>,
  { token }: { token: string },
): MailContent {
  const text = textsOfMail(app, 'verify-email', mailTexts['verify-email'], { hours: VERIFICATION_LINK_LIFETIME_HOURS })
  return mailContent(text('subject'), [
    { paragraph: text('intro') },
    { label: text('link'), link: `${urls.api}/account/verify-email?token=${token}` },
    { paragraph: text('lifetime') },
    { paragraph: text('stranger') },
  ])
}

/** To a new address. Opening the link alone changes nothing. */
export function confirmEmailMail(
  app: AppDefinition,
  urls: Pick<PublicUrls, 'api'>,
  { token }: { token: string },
): MailContent {
  const text = textsOfMail(app, 'confirm-email', mailTexts['confirm-email'], {
    hours: EMAIL_CHANGE_LINK_LIFETIME_HOURS,
  })
  return mailContent(text('subject'), [
    { paragraph: text('intro') },
    { label: text('link'), link: `${urls.api}/confirm-email?token=${token}` },
    { paragraph: text('lifetime') },
    { paragraph: text('stranger') },
  ])
}

/** The six digits, and a link that does without them. @param code null: the mail has the link alone */
export function resetPasswordMail(
  app: AppDefinition,
  urls: Pick<PublicUrls, 'api'>,
  { code, token }: { code: string | null; token: string },
): MailContent {
  const text = textsOfMail(app, 'reset-password', mailTexts['reset-password'], { minutes: RESET_CODE_LIFETIME_MINUTES })
  return mailContent(text('subject'), [
    ...(code === null
      ? [{ paragraph: text('linkIntro') }, { paragraph: text('linkLifetime') }]
      : [{ paragraph: text('intro') }, { code }, { paragraph: text('lifetime') }]),
    { label: text('link'), link: `${urls.api}/account/reset-password?token=${token}` },
    { paragraph: text('ignore') },
  ])
}

/** @param options.link null: the mail has a code only. @param options.code null: a link only */
export function passwordlessMail(
  app: AppDefinition,
  purpose: EmailCodePurpose,
  { code, link, removesPassword }: { code: string | null; link: string | null; removesPassword: boolean },
): MailContent {
  const values = { minutes: PASSWORDLESS_CODE_LIFETIME_MINUTES }
  const mail = `passwordless-${purpose}` as const
  const text = textsOfMail(app, mail, mailTexts[mail], values)
  const linkText = textsOfMail(app, 'login-link', mailTexts['login-link'], values)
  return mailContent(link && code === null ? linkText('subject') : text('subject'), [
    { paragraph: code === null ? linkText('intro') : text('intro') },
    ...(code === null ? [] : [{ code }]),
    ...(link === null ? [] : [{ label: linkText('link'), link }]),
    { paragraph: link === null ? text('lifetime') : code === null ? linkText('lifetime') : linkText('both') },
    ...(removesPassword ? [{ paragraph: text('password') }] : []),
    { paragraph: text('ignore') },
  ])
}

/** Someone passed the first step of a login on an unknown device, but not the second. */
export function secondStepMail(app: AppDefinition): MailContent {
  const text = textsOfMail(app, 'second-step', mailTexts['second-step'], {})
  return mailContent(text('subject'), [
    { paragraph: text('intro') },
    { paragraph: text('known') },
    { paragraph: text('unknown') },
  ])
}

/** @param facts.at epoch milliseconds */
export function newDeviceMail(
  app: AppDefinition,
  urls: Pick<PublicUrls, 'api'>,
  { token, agent, network, at }: { token: string; agent: string | null; network: string | null; at: number },
): MailContent {
  const text = textsOfMail(app, 'new-device', mailTexts['new-device'], {
    hours: NEW_DEVICE_LINK_LIFETIME_HOURS,
    device: agent ?? 'Unknown browser',
    network: network ?? 'unknown',
    time: timeOf(at),
  })
  return mailContent(text('subject'), [
    { paragraph: text('intro') },
    { paragraph: text('device') },
    { paragraph: text('network') },
    { paragraph: text('time') },
    { paragraph: text('known') },
    { label: text('link'), link: `${urls.api}/account/not-me?token=${token}` },
    { paragraph: text('lifetime') },
  ])
}

/** A client that cannot ask for a proof deleted the account. */
export function accountDeletedMail(app: AppDefinition): MailContent {
  const text = textsOfMail(app, 'account-deleted', mailTexts['account-deleted'], {})
  return mailContent(text('subject'), [{ paragraph: text('intro') }, { paragraph: text('unknown') }])
}

/** @param dueAt epoch milliseconds */
export function deletionPlannedMail(app: AppDefinition, dueAt: number): MailContent {
  const text = textsOfMail(app, 'deletion-planned', mailTexts['deletion-planned'], { time: timeOf(dueAt) })
  return mailContent(text('subject'), [
    { paragraph: text('intro') },
    { paragraph: text('keep') },
    { paragraph: text('unknown') },
  ])
}

export function accountKeptMail(app: AppDefinition): MailContent {
  const text = textsOfMail(app, 'account-kept', mailTexts['account-kept'], {})
  return mailContent(text('subject'), [{ paragraph: text('intro') }])
}

export function deletionDoneMail(app: AppDefinition): MailContent {
  const text = textsOfMail(app, 'deletion-done', mailTexts['deletion-done'], {})
  return mailContent(text('subject'), [{ paragraph: text('intro') }])
}

/**
 * To the old address, without the new one.
 * @param undo.token of the revert link; null for an unverified old address, whose reader may be anyone
 */
export function emailChangedMail(
  app: AppDefinition,
  urls: Pick<PublicUrls, 'api'>,
  { token }: { token: string | null },
): MailContent {
  const text = textsOfMail(app, 'email-changed', mailTexts['email-changed'], { hours: EMAIL_CHANGE_UNDO_HOURS })
  const undo =
    token === null
      ? []
      : [
          { paragraph: text('stranger') },
          { label: text('link'), link: `${urls.api}/account/email-changed?token=${token}` },
        ]
  return mailContent(text('subject'), [{ paragraph: text('intro') }, ...undo])
}

/** For members of published clients, which have no page for it. */
export function secondFactorSetupMail(
  app: AppDefinition,
  urls: Pick<PublicUrls, 'api'>,
  { token }: { token: string },
): MailContent {
  const values = { minutes: LOGIN_STEP_LIFETIME_MINUTES }
  const text = textsOfMail(app, 'second-factor-setup', mailTexts['second-factor-setup'], values)
  return mailContent(text('subject'), [
    { paragraph: text('intro') },
    { label: text('link'), link: `${urls.api}/second-factor?token=${token}` },
    { paragraph: text('lifetime') },
    { paragraph: text('ignore') },
  ])
}

export function recoveryMail(
  app: AppDefinition,
  urls: Pick<PublicUrls, 'api'>,
  { token }: { token: string },
): MailContent {
  const values = { hours: RECOVERY_LINK_LIFETIME_HOURS, wait: signInPolicy(app).recoveryWaitHours }
  const text = textsOfMail(app, 'recovery', mailTexts.recovery, values)
  return mailContent(text('subject'), [
    { paragraph: text('intro') },
    { label: text('link'), link: `${urls.api}/account/recovery?token=${token}` },
    { paragraph: text('lifetime') },
    { paragraph: text('ignore') },
  ])
}

/** @param dueAt epoch milliseconds */
export function recoveryStartedMail(
  app: AppDefinition,
  urls: Pick<PublicUrls, 'api'>,
  { token, dueAt }: { token: string; dueAt: number },
): MailContent {
  const text = textsOfMail(app, 'recovery-started', mailTexts['recovery-started'], { time: timeOf(dueAt) })
  return mailContent(text('subject'), [
    { paragraph: text('intro') },
    { paragraph: text('ignore') },
    { label: text('link'), link: `${urls.api}/account/recovery?token=${token}` },
  ])
}

export function recoveryDoneMail(app: AppDefinition): MailContent {
  const text = textsOfMail(app, 'recovery-done', mailTexts['recovery-done'], {})
  return mailContent(text('subject'), [{ paragraph: text('intro') }, { paragraph: text('next') }])
}

/** @param name of the removed passkey */
export function changedByOwnerMail(
  app: AppDefinition,
  what: 'sessions' | 'session' | 'second-factor' | 'passkey' | 'devices',
  name = '',
): MailContent {
  const text = textsOfMail(app, 'changed-by-owner', mailTexts['changed-by-owner'], { name })
  return mailContent(text('subject'), [
    { paragraph: text('intro') },
    { paragraph: text(what) },
    { paragraph: text('next') },
  ])
}

const timeOf = (time: number): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
