import { refundRule } from '../../../contract/refund-rule'
import { packageWith } from '../../../contract/trusttag-packages'
import type { AppDefinition } from '../apps/definition'
import { mailContent, type MailContent, textsOfMail } from '../mail/outbox'
import { money } from '../plans/serializers'
import { mailTexts } from './mail-texts'
import type { TagOrderRow } from './repository'

/** Package, price and the rule for refunds. */
export function tagReceiptMail(app: AppDefinition, order: TagOrderRow & { paidAt: number }): MailContent {
  const name = packageName(order)
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(order.paidAt)
  const values = { credits: order.numberOfTags, amount: money(order.amountMinor, order.currency), date }
  const text = textsOfMail(app, 'tag-receipt', mailTexts['tag-receipt'], {
    ...values,
    package: name,
    reference: order.purchaseId,
  })
  return mailContent(text('subject'), [
    { paragraph: text('intro') },
    { paragraph: text('package') },
    { paragraph: text('credits') },
    { paragraph: text('amount') },
    { paragraph: text('reference') },
    { paragraph: refundRule },
  ])
}

/** As it is sold; one that is no longer sold keeps its ID. */
const packageName = ({ packageType }: Pick<TagOrderRow, 'packageType'>): string =>
  packageWith(packageType)?.name ?? packageType

/** @param givenMinor what was given back this time */
export function tagRefundMail(app: AppDefinition, order: TagOrderRow, givenMinor: number): MailContent {
  const values = { amount: money(givenMinor, order.currency), package: packageName(order), reference: order.purchaseId }
  const text = textsOfMail(app, 'tag-refund', mailTexts['tag-refund'], values)
  return mailContent(text('subject'), [
    { paragraph: text('intro') },
    { paragraph: text('when') },
    { paragraph: text('reference') },
  ])
}
