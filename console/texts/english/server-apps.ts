import { count, defineTexts, params } from '../texts'

/** The apps of a server, for its owners. */
export const serverAppsTexts = defineTexts('serverApps', {
  title: 'All apps',
  summary: 'The apps on this server. You see members of an app only with a role in it.',
  newApp: 'New app',
  none: 'There is no app on this server yet.',
  name: 'Name',
  id: 'ID',
  owners: 'Owners',
  noOwner: 'None',
  actions: 'Actions',
  open: 'Open',
  openOf: params('Open {name}'),

  take: 'Become an owner',
  takeOf: params('Become an owner of {name}'),
  takeTitle: params('Become an owner of {name}?'),
  takeText: 'You then see its members and can change everything. The audit log of the app records it.',
  takeTextOwners: count({
    one: 'You then see its members and can change everything. The audit log of the app records it, and the other owner gets an email.',
    other:
      'You then see its members and can change everything. The audit log of the app records it, and the other {count} owners get an email.',
  }),
  taken: params('You are an owner of {name}.'),

  invite: 'Invite an owner',
  inviteOf: params('Invite an owner of {name}'),
  inviteTitle: params('First owner of {name}'),
  inviteText: 'The person gets a link that works once, for seven days.',
  email: 'Email',
  send: 'Create invitation',
})
