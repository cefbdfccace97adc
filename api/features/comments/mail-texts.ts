/** The mails of comments. An owner replaces a text in `mail.texts` by `<mail>.<key>`. */
export const mailTexts = {
  'comment-answered': {
    subject: 'New reply at {app}',
    intro: 'Someone replied in a thread you’ve joined:',
    link: 'Read the reply',
    unsubscribe: 'Stop these emails',
  },
} as const
