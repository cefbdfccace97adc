import type { SettingGroup } from '../../lib/settings'

export const observation = {
  title: 'Watching it, and stopping it',
  about: 'What to do with them: [operations](operations.md).',
  settings: [
    {
      name: 'DRAIN_SECONDS',
      meaning:
        'How long requests go on being taken after SIGTERM, while `/ready` says 503 already: as long as a load balancer takes to notice.',
      shape: { is: 'integer', from: 0, to: 300 },
      default: { value: '0' },
      isSecret: false,
      example: '15',
    },
    {
      name: 'METRICS_TOKEN',
      meaning:
        'The bearer token with which `GET /metrics` answers, at least 16 characters. Without it nothing is counted and the address does not exist.',
      shape: { is: 'text', like: '16 characters or more' },
      default: { none: 'no metrics' },
      isSecret: true,
      example: 'q2Vx7nTf0pLr8sWm',
    },
    {
      name: 'SECURITY_LOG',
      meaning: 'A file for the events of the security log, JSON lines that are added at its end.',
      shape: { is: 'text', like: 'a path' },
      default: { none: 'among the other lines of the log' },
      isSecret: false,
      example: '/var/log/membership/security.jsonl',
    },
  ],
} as const satisfies SettingGroup
