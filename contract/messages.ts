const saved = 'Your changes have been saved.'
/** The same for every email, so that it does not reveal accounts. */
const codeSent = 'If an account with this email exists, we have sent it a code.'

/**
 * Messages of successful calls, by method of the client, or by endpoint if the client has no such method. In a translation table, the
 * message of `updateMember` is `success_updateMember`. A second message of a method has a suffix.
 */
export const messages = {
  updateMember: saved,
  updateMemberAuth: saved,
  'updateMemberAuth-pending': 'We have sent an email to your new address. Please open the link in it.',
  updateMemberJSON: saved,
  setPassword: 'Your password has been set.',
  updateMemberProfileImage: 'Your profile image has been updated.',
  deleteMemberProfileImage: 'Your profile image has been removed.',
  deleteMember: 'Your account has been deleted.',
  'deleteMember-later': 'Your account will be deleted in {days} days. To keep it, log in before then.',
  endMemberSession: 'The session has ended.',
  endOtherMemberSessions: 'All other sessions have ended.',
  sendMemberVerificationEmail: 'We have sent you an email. Please open the link in it.',
  sendMemberResetPasswordEmail: codeSent,
  resetMemberPassword: 'Your password has been reset. Please login.',
  sendMemberLoginPasswordlessEmail: codeSent,
  sendMemberSignupPasswordlessEmail: 'We have sent you an email with a code.',
  requestMemberRecovery: 'We have emailed you a link. It removes two-step verification after a safety wait.',
  connectProvider: 'Your account is connected with {provider}.',
  disconnectProvider: '{provider} is no longer connected to your account.',
  joinTeam: 'You have joined the team.',
  'joinTeam-failed': 'You could not join the team. {reason}',
  removeMemberFromTeam: 'Member has been removed from team.',
  'removeMemberFromTeam-self': 'You have left the team.',
  generateInviteToken: 'Invite Link Regenerated',
  subscribeToChannel: 'You’ll get emails about replies in threads you’ve joined.',
  'subscribeToChannel-none': 'You won’t get emails about these comments.',
  claimFreeTag: 'You have one free TrustTag. Its credit is in your account.',
  refundTagPurchase: 'Your refund is on its way. It may take a few days to appear on your statement.',
  'refundTagPurchase-later':
    'Your refund is recorded. The payment service is unavailable right now; we will send the refund as soon as it is back.',
} as const

/** Messages that clients distinguish by `notice`, to translate them. */
export const notices = {
  'password-removed':
    'Your email is confirmed. Your old password has been removed. You can set a new one in your profile.',
  'password-breached':
    'You are logged in. Your password appeared in a data breach of another site: please change it in your profile.',
  'link-only': 'If an account with this email exists, we have emailed it a link. Open it to choose a new password.',
} as const

export type Notice = keyof typeof notices
