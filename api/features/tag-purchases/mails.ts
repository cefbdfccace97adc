import { refundRule } from '../../../contract/refund-rule'
import { trustTagPackages } from '../../../contract/trusttag-packages'
import type { TagOrderRow } from '../../ports/trusttag/credit-store'
import { money } from '../plans/serializers'
import type { AppDefinition } from '../apps/definition'
import { mailContent, mailTexts } from '../mail/template'
import type { MailContent } from '../mail/template'

const receiptTexts = {
  subject: 'Your receipt from {app}: {package}',
  intro: 'Thank you for your purchase. Your payment has arrived.',
  package: 'Package: {package}',
  credits: 'Credits: {credits}. Each one issues a TrustTag.',
  amount: 'Paid: {amount} on {date}',
  reference: 'Purchase: {reference}',
}

/** What was bought, what was paid, and until when it can be given back. */
export function tagReceiptMail(app: AppDefinition, order: TagOrderRow & { paidAt: number }): MailContent {
  const name = packageName(order)
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(order.paidAt)
  const values = { credits: order.numberOfTags, amount: money(order.amountMinor, order.currency), date }
  const text = mailTexts(app, 'tag-receipt', receiptTexts, { ...values, package: name, reference: order.purchaseId })
  return mailContent(text('subject'), [
    { paragraph: text('intro') },
    { paragraph: text('package') },
    { paragraph: text('credits') },
    { paragraph: text('amount') },
    { paragraph: text('reference') },
    { paragraph: refundRule },
  ])
}

/** As it is sold; one that is not sold any more keeps its id. */
export const packageName = ({ packageType }: Pick<TagOrderRow, 'packageType'>): string =>
  trustTagPackages.find(({ id }) => id === packageType)?.name ?? packageType

const refundTexts = {
  subject: 'Your refund from {app}: {amount}',
  intro: 'We have returned {amount} for the unused credits of your purchase ({package}).',
  when: 'Your bank may need some days to show it.',
  reference: 'Purchase: {reference}',
}

/** @param givenMinor what was given back this time */
export function tagRefundMail(app: AppDefinition, order: TagOrderRow, givenMinor: number): MailContent {
  const values = { amount: money(givenMinor, order.currency), package: packageName(order), reference: order.purchaseId }
  const text = mailTexts(app, 'tag-refund', refundTexts, values)
  return mailContent(text('subject'), [
    { paragraph: text('intro') },
    { paragraph: text('when') },
    { paragraph: text('reference') },
  ])
}
