import type { SettingGroup } from '../../lib/settings'

export const mail = {
  title: 'Mail',
  about: 'What becomes of a mail: [running it for others](self-hosting.md#mail).',
  settings: [
    {
      name: 'SMTP_URL',
      meaning:
        'The mail server, user and password percent-encoded. Without it mails land in the test mailbox, and the start is refused where others can reach the API.',
      shape: { is: 'text', like: 'smtp://user:password@host:587 or smtps://…' },
      default: { none: 'the test mailbox' },
      isSecret: true,
      example: 'smtp://mailer%40example.com:pa%3Ass@mail.example.com:587',
    },
  ],
} as const satisfies SettingGroup
