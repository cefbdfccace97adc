/** The mails of TrustTags. An owner replaces a text in `mail.texts` by `<mail>.<key>`. */
export const mailTexts = {
  'tag-issued': {
    subject: 'Your {app} for {skill}: {id}',
    intro:
      'You passed {skill} with {score}% (likely {band}, {questions} questions). Your TrustTag is issued in the name of {holder} (name not checked). {review}.',
    id: 'Its ID is {id}. Anyone with the ID or this link can check it:',
    private: 'Its ID is {id}. It is private: others can’t check it until you change that on your profile.',
    link: 'Check this TrustTag',
  },
  'tag-revoked': {
    subject: 'Your TrustTag {id} was revoked',
    intro: 'Your {app} for {skill}, {id}, was revoked. Anyone checking it sees that it is no longer valid.',
    reason: 'The reason: {reason}',
    mistake: 'If you think this is a mistake, reply to this email.',
  },
  'tag-reissued': {
    subject: 'Your TrustTag {id} now says “{claim}”',
    intro:
      'You chose {skill}, but we had no questions on it: your {app} {id} was earned with general questions on safety and quality at work. It now says “{claim}”. Its ID, score and dates are the same.',
    files: 'Files that you downloaded before are no longer valid. Please download them again from your profile.',
    link: 'Check this TrustTag',
  },
  'proof-alarm': {
    subject: 'The database of {app} contradicts signed records: {subject}',
    tag: 'The database row of the TrustTag {subject} differs from its signed credential in: {differing}. Anyone checking the TrustTag gets the signed facts.',
    list: 'The stored revocations of {subject} differ from the public log. The list will not be signed until they are restored, so checks do not confirm any TrustTag of this list as valid.',
    next: 'The database was changed from outside this service. Find out who has access to it, and restore the rows from a backup. This email is sent once.',
  },
  'log-origin-alarm': {
    subject: 'The public log of {app} was signed as {origin}',
    what: 'The newest entry of the public log was signed under the name {origin}, which is not the log’s own. The server has signed the log again under its own name, so TrustTags are checked as before.',
    next: 'Either PUBLIC_ISSUER_URL of the server has changed, or a command was started without the server’s settings. Always start commands with the settings of the server. This email is sent once.',
  },
} as const
