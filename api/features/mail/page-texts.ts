import { pageTexts } from '../../http/page-texts'

/** The mailbox of Test Mode. */
export const { text } = pageTexts({
  title: 'Test mailbox',
  intro: 'Emails that would have been sent. They stay on this machine.',
  recipient: 'Recipient',
  show: 'Show',
  showAll: 'Show all',
  none: 'No emails yet.',
  noneTo: 'No emails to {email} yet.',
  one: '{count} email, newest first.',
  oneTo: '{count} email to {email}, newest first.',
  many: '{count} emails, newest first.',
  manyTo: '{count} emails to {email}, newest first.',
  noSubject: '(no subject)',
  from: 'From',
  to: 'To',
  sent: 'Sent',
  text: 'Text',
  html: 'HTML',
  frame: 'HTML of the email',
  all: 'All emails',
})
