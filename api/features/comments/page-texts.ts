import { pageTexts } from '../../http/page-texts'

/** The page that ends the mails about a thread. */
export const { text } = pageTexts({
  title: 'Stop emails about replies?',
  intro: 'You get an email when someone replies in a thread you’ve joined.',
  button: 'Stop these emails',
  stoppedTitle: 'Emails stopped',
  stopped: 'You won’t get emails about replies in these comments.',
  stoppedUndo: 'You can turn them on again next to the comments.',
  linkUsed: 'This link is no longer valid',
  linkExpired: 'It has expired, or the account was deleted. The link in a newer email works.',
})
