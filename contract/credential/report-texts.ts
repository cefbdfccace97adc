/**
 * The results of a check as texts for employers: the same on the page, in the terminal and in the API. They state what
 * was found and nothing more.
 */
import type { CheckName, CheckReason, ProofReport, Verdict } from './report'

/** The verdict: a heading and one or two sentences. */
export const verdictTexts: Record<Verdict, { title: string; text: string }> = {
  'not-a-tag': {
    title: 'Not a TrustTag',
    text: 'This is not a TrustTag, or it is too damaged to read.',
  },
  altered: {
    title: 'Altered TrustTag',
    text: 'This TrustTag was changed after it was issued, or its signature is missing. Do not rely on it.',
  },
  'wrong-issuer': {
    title: 'Not issued by TrustTag',
    text: 'Someone else signed this, not TrustTag. Anyone can make a file that looks like this one.',
  },
  revoked: {
    title: 'Revoked TrustTag',
    text: 'This TrustTag has been revoked and is no longer valid.',
  },
  expired: {
    title: 'Expired TrustTag',
    text: 'This TrustTag has expired.',
  },
  'not-yet-valid': {
    title: 'Not valid yet',
    text: 'This TrustTag is valid from a later date. If that looks wrong, check the date on your device.',
  },
  'not-logged': {
    title: 'Not in the public log',
    text: 'TrustTag signed this, but it is not in the public log where its proof says. A TrustTag is valid only if it is in the log.',
  },
  'damaged-proof': {
    title: 'Proof file damaged',
    text: 'TrustTag signed this, but the proof beside it is damaged or incomplete. Check the TrustTag without that proof file, or get the file again.',
  },
  unproven: {
    title: 'Signed by TrustTag, not fully checked yet',
    text: 'TrustTag signed this, and it is unchanged. The proof that it is in the public log is missing, so this is not shown yet. Check again when you are online.',
  },
  'status-unknown': {
    title: 'Genuine, but not checked for revocation',
    text: 'TrustTag issued this, and it is unchanged. We couldn’t find out whether it has been revoked.',
  },
  valid: {
    title: 'Valid TrustTag',
    text: 'This TrustTag has been verified and is authentic',
  },
}

/** Shown with every verdict on a test or sample TrustTag, however well it is signed. */
export const modeTexts: Record<'test' | 'sample', { title: string; text: string }> = {
  test: {
    title: 'Test TrustTag',
    text: 'This TrustTag was made to try out the service. It is not proof of a skill.',
  },
  sample: {
    title: 'Sample TrustTag',
    text: 'This is an example of a check. No one holds this TrustTag.',
  },
}

/** Title of each check. */
export const checkTexts: Record<CheckName, { title: string }> = {
  signature: { title: 'Unchanged since it was signed' },
  issuer: { title: 'Signed by TrustTag' },
  log: { title: 'In the public log' },
  witnesses: { title: 'Seen by witnesses' },
  dates: { title: 'Within its dates' },
  status: { title: 'Not revoked' },
}

/** Result of each check, in one sentence. */
export const reasonTexts: Record<CheckReason, string> = {
  signed: 'It is exactly as it was signed.',
  malformed: 'It is not in the format of a TrustTag.',
  'no-proof': 'It has no signature, so anyone could have written it.',
  altered:
    'The signature does not match the content: the content was changed, or the signature was copied from elsewhere.',
  'second-altered': 'One of its two signatures was changed: it does not match the content.',
  'proof-removed':
    'One of its two signatures was removed. The other one matches the content. A TrustTag is complete only with both.',
  'duplicate-key':
    'The file has one field twice. This is a known trick to show different content to different readers.',
  'two-credentials': 'The file contains two TrustTags. A genuine file contains one.',
  'text-differs': 'The text was changed: it differs from what TrustTag signed under this ID.',

  ours: 'It was signed with a TrustTag key.',
  'ours-test': 'It was signed with the key for tests and samples. That key proves nothing.',
  'unknown-issuer': 'The signer is not TrustTag.',
  'unknown-key': 'It names TrustTag as its issuer, but the key is not a TrustTag key.',

  included: 'It is in the public log. Any change to the log would be detected.',
  'no-log-proof': 'The proof of its log entry is missing. It is a second file, named “.tlog-proof”.',
  'malformed-log-proof': 'The proof of its log entry is damaged: part of it is missing or was changed.',
  'foreign-log': 'The proof is not signed by TrustTag’s log.',
  'not-included': 'The proof is for something else: this TrustTag is not in the log at that position.',

  cosigned: 'An independent witness confirmed the log, with the time.',
  'self-cosigned':
    'A witness run by TrustTag confirmed the log, with the time. An outside witness would be stronger evidence.',
  'not-yet-cosigned':
    'No witness has confirmed this part of the log yet. That usually takes a few minutes. It does not affect the signature.',
  'no-witness': 'No witness watches this log. The time is TrustTag’s own claim.',

  'in-time': 'Today is within its dates.',
  expired: 'Its last day has passed.',
  'not-yet-valid': 'Its first day is in the future.',
  'malformed-dates': 'Its dates can’t be read.',

  'not-revoked':
    'It is not on TrustTag’s signed revocation list, and the public log shows that this list is the newest.',
  revoked: 'TrustTag has revoked it. A revocation is final.',
  unreachable: 'The revocation list was not fetched, or the server did not respond. Check again when you are online.',
  'bad-status-list': 'This is not the revocation list named in this TrustTag, or its signature is wrong.',
  'stale-status-list': 'The revocation list is more than a day old. Check again when you are online.',
  'unlogged-status-list':
    'The public log does not show that this revocation list is the newest. Check again when you are online.',
  'no-status': 'It does not name a revocation list.',
}

/** The text on the mode of a report; null for a live one. */
export const textsOfMode = (mode: ProofReport['mode']): { title: string; text: string } | null =>
  mode === 'test' || mode === 'sample' ? modeTexts[mode] : null

/** The headline of a check. Tests and samples say so first: they prove nothing. */
export const headlineOf = ({ verdict, mode }: Pick<ProofReport, 'verdict' | 'mode'>): string =>
  `${mode === 'test' || mode === 'sample' ? SAMPLE_FIRST : ''}${verdictTexts[verdict].title}`

export const SAMPLE_FIRST = 'Sample: '

/** For files with text or a drawing around the credential, which no signature covers. */
export const PAPER_TEXT = 'If the paper says anything else, the paper was changed.'
