/** The mails of TrustTag purchases. An owner replaces a text in `mail.texts` by `<mail>.<key>`. */
export const mailTexts = {
  'tag-receipt': {
    subject: 'Your receipt from {app}: {package}',
    intro: 'Thank you for your purchase. We have received your payment.',
    package: 'Package: {package}',
    credits: 'Credits: {credits}. Each credit issues one TrustTag.',
    amount: 'Paid: {amount} on {date}',
    reference: 'Purchase: {reference}',
  },
  'tag-refund': {
    subject: 'Your refund from {app}: {amount}',
    intro: 'We have refunded {amount} for the unused credits of your purchase ({package}).',
    when: 'It may take a few days to appear on your statement.',
    reference: 'Purchase: {reference}',
  },
} as const
