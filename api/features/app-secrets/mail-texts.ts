/** The email that tests an app's mail server, and what the console shows if it is refused. */
export const testMailTexts = {
  subject: 'Test email from {app}',
  intro: 'The console of {app} sent this email to test its mail server.',
  members: 'Emails to members use the same server.',
  refused: 'The mail server rejected the email: {reason}',
} as const
