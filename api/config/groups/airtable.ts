import type { SettingGroup } from '../../lib/settings'

export const airtable = {
  title: 'Copies in Airtable',
  about: 'Key and base belong together ([running it for others](self-hosting.md#copies-in-airtable)).',
  settings: [
    {
      name: 'AIRTABLE_API_KEY',
      meaning:
        'A personal access token that may read and write records of the base (`data.records:read`, `data.records:write`).',
      shape: { is: 'text', like: 'a token' },
      default: { none: 'nothing is copied' },
      isSecret: true,
      example: 'patAbc.123…',
    },
    {
      name: 'AIRTABLE_BASE_ID',
      meaning: 'The id of the base.',
      shape: { is: 'text', like: 'app…' },
      default: { none: 'nothing is copied' },
      isSecret: false,
      example: 'appAbc123',
    },
    {
      name: 'AIRTABLE_SIGNUPS_TABLE',
      meaning: 'Name or id of the table of sign-ups.',
      shape: { is: 'text', like: 'a name or an id' },
      default: { value: 'Signups' },
      isSecret: false,
      example: 'Signups',
    },
    {
      name: 'AIRTABLE_PURCHASES_TABLE',
      meaning: 'Name or id of the table of purchases.',
      shape: { is: 'text', like: 'a name or an id' },
      default: { value: 'Purchases' },
      isSecret: false,
      example: 'Purchases',
    },
  ],
} as const satisfies SettingGroup
