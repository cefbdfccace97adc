import type { SettingGroup } from '../../lib/settings'

export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

export const operation = {
  title: 'Settings file and log',
  about:
    'Settings are variables of the environment. No `.env` is read by itself; `SETTINGS_FILE` names a file to read, for the server and for every command.',
  settings: [
    {
      name: 'SETTINGS_FILE',
      meaning:
        'A file with more settings, one `NAME=value` a line, `#` before a remark, quotes around a value that holds one. What the environment says itself comes first.',
      shape: { is: 'text', like: 'a path' },
      default: { none: 'no file' },
      isSecret: false,
      example: '/etc/membership/settings.env',
    },
    {
      name: 'LOG_LEVEL',
      meaning:
        'What is written to the log, JSON lines on standard output. With `info` there is a line for every request.',
      shape: { is: 'choice', of: LOG_LEVELS },
      // A terminal shows the table of addresses, not a line for every request.
      default: { value: 'warn' },
      isSecret: false,
      example: 'info',
    },
  ],
} as const satisfies SettingGroup
