/** The mails to people of the console. */
export const mailTexts = {
  invitation: {
    subject: 'Invitation to the team of {app}',
    intro: '{person} invites you to the team of {app}.',
    link: 'Accept the invitation',
    lifetime: 'The link works for {days} days and only for this email address.',
  },
  'new-owner': {
    subject: '{person} is now an owner of {app}',
    intro: '{person} ({email}), an owner of the server, took the role of owner of {app}.',
    link: 'Open the team',
  },
} as const
