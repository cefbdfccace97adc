import { defineTexts } from '../texts'

export const auditTexts = defineTexts('audit', {
  title: 'Audit log',
  summary:
    'Everything that people, secret keys, commands and the service did in this app. Entries are never changed. Choose a value in a row to see only entries with it.',
  entries: 'Entries',
  time: 'Time',
  person: 'Person',
  action: 'Action',
  subject: 'Subject',
  detail: 'Details',
  from: 'From',
  to: 'To',
  anybody: 'Anyone',
  anything: 'Any action',
  filters: 'Filters',
  subjectHint: 'mem_…',
  apply: 'Apply',
  clear: 'Clear filters',
  viaConsole: 'console',
  viaKey: 'key',
  noEntries: 'Nothing has happened here yet.',
  noMatches: 'No entry fits these filters.',
  wrongDays: 'The last day must not be before the first.',
  download: 'Download CSV',
  downloaded: 'The file was downloaded.',
})
