import { refundRule } from '../../../contract/refund-rule'
import { trustTagPackages } from '../../../contract/trusttag-packages'
import type { TagOrderRow } from '../../ports/trusttag/credit-store'
import { money } from '../../features/plans/serializers'
import type { AppDefinition } from '../app-definition'
import { mailContent, mailTexts } from '../../features/mail/template'
import type { MailContent } from '../../features/mail/template'

const texts = {
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
  const text = mailTexts(app, 'tag-receipt', texts, { ...values, package: name, reference: order.purchaseId })
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
