import { pageTexts } from '../../http/page-texts'

/** The owner's page. */
export const { text } = pageTexts({
  openTitle: 'Open the owner’s page',
  openIntro: 'This link works once. This browser then stays logged in for {hours} hours.',
  openButton: 'Open',
  loggedOutTitle: 'You are not logged in',
  linkUsedTitle: 'This link is no longer valid',
  loggedOut: 'This page is for the owner. On the server, create a link that opens it once:',
  testApp: '{app}, Test Mode',
  liveApp: '{app}, live',
  lists: 'Lists',
  logOut: 'Log out',
  empty: 'Nothing here yet.',
  actions: 'Actions',
  firstPage: 'First page',
  nextPage: 'Next page',
  backTo: 'Back to {list}',
  yes: 'yes',
  no: 'no',
})

/** Titles of the lists, and headings by name in a record, in the order shown. */
export const listTexts = {
  members: {
    title: 'Members',
    columns: { email: 'Email', isVerified: 'Verified', fields: 'Details', createdAt: 'Joined', id: 'ID' },
  },
  attempts: {
    title: 'Assessments',
    columns: {
      skill: 'Skill',
      email: 'Member',
      status: 'Status',
      score: 'Score',
      passed: 'Passed',
      attempt: 'Attempt',
      secondOf: 'Second set of',
      flags: 'Flags',
      startedAt: 'Started',
      completedAt: 'Completed',
      id: 'ID',
    },
  },
  questions: {
    title: 'Questions',
    columns: {
      id: 'Question',
      text: 'Text',
      asked: 'Asked',
      rightPercent: 'Right, %',
      discrimination: 'Discrimination',
      flags: 'Review',
    },
  },
  purchases: {
    title: 'Purchases',
    columns: {
      userEmail: 'Member',
      packageType: 'Package',
      numberOfTags: 'TrustTags',
      unusedTags: 'Unused',
      totalAmount: 'Amount',
      refundedAmount: 'Refunded',
      currency: 'Currency',
      status: 'Status',
      createdAt: 'Ordered',
      paidAt: 'Paid',
      note: 'Note',
      id: 'ID',
    },
  },
  tags: {
    title: 'TrustTags',
    columns: {
      id: 'ID',
      skill: 'Skill',
      holderName: 'Holder',
      email: 'Member',
      score: 'Score',
      status: 'Status',
      visibility: 'Visible',
      issuedAt: 'Issued',
      expiresAt: 'Expires',
      revokedAt: 'Revoked',
      revokeReason: 'Reason',
    },
  },
  inquiries: {
    title: 'Inquiries',
    columns: { createdAt: 'Received', kind: 'Form', email: 'From', fields: 'Message', id: 'ID' },
  },
  signups: {
    title: 'Sign-ups',
    columns: { createdAt: 'Time', email: 'Email', fields: 'Details', memberId: 'Member', id: 'ID' },
  },
  audit: {
    title: 'Audit log',
    columns: { doneAt: 'Time', actor: 'Who', act: 'Act', subject: 'On', detail: 'Detail' },
  },
} as const

export const actionTexts = {
  revoke: {
    name: 'Revoke',
    explanation: 'Anyone checking this TrustTag will see that it was revoked and why. This can’t be undone.',
    button: 'Revoke this TrustTag',
    field: {
      label: 'Reason',
      hint: 'One or two sentences. Anyone checking the TrustTag sees it, and the holder gets it by email.',
    },
  },
  refund: {
    name: 'Refund',
    explanation: 'Revokes every unused credit of this purchase and refunds its share of the price.',
    button: 'Refund unused credits',
  },
  note: {
    name: 'Note',
    explanation: 'Your note on this purchase. Buyers who export their data see it.',
    button: 'Save note',
    field: { label: 'Note', hint: 'Replaces the current note. Leave empty to delete it.' },
  },
} as const

/** Notices after an action. */
export const actionResults = {
  revoked: 'The TrustTag was revoked. Its holder gets an email.',
  refunded: 'The unused credits were refunded. The buyer gets an email.',
  'refund-later': 'The refund was recorded. The payment service is unavailable right now; the server will try again.',
  noted: 'Note saved.',
} as const
