/** What somebody wants to know before signing up; the terms and the privacy policy say the same. */
export const joiningNotes = [
  'Joining costs nothing. What costs something is a TrustTag.',
  'Others see only what stands on your TrustTags: never your email address, phone number or answers.',
  'You can delete your account at any time.',
] as const
