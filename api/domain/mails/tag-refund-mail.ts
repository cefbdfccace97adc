import type { TagOrderRow } from '../../ports/trusttag/credit-store'
import { money } from '../../features/plans/serializers'
import type { AppDefinition } from '../app-definition'
import { mailContent, mailTexts } from '../../features/mail/template'
import type { MailContent } from '../../features/mail/template'
import { packageName } from './tag-receipt-mail'

const texts = {
  subject: 'Your refund from {app}: {amount}',
  intro: 'We have returned {amount} for the unused credits of your purchase ({package}).',
  when: 'Your bank may need some days to show it.',
  reference: 'Purchase: {reference}',
}

/** @param givenMinor what was given back this time */
export function tagRefundMail(app: AppDefinition, order: TagOrderRow, givenMinor: number): MailContent {
  const values = { amount: money(givenMinor, order.currency), package: packageName(order), reference: order.purchaseId }
  const text = mailTexts(app, 'tag-refund', texts, values)
  return mailContent(text('subject'), [
    { paragraph: text('intro') },
    { paragraph: text('when') },
    { paragraph: text('reference') },
  ])
}
