/**
 * What a check found, in the words of somebody who hires: the same on the page, in the terminal and in what the server says.
 * True for what was found and for nothing more; none of them praises anybody.
 */
import type { CheckName, CheckReason, ProofReport, Verdict } from './report'

/** The whole: a heading and one or two sentences below it. */
export const verdictWords: Record<Verdict, { title: string; text: string }> = {
  'not-a-tag': {
    title: 'Not a TrustTag',
    text: 'This is not a TrustTag, or it was damaged so much that it cannot be read as one.',
  },
  altered: {
    title: 'Altered TrustTag',
    text: 'This is not what was signed: something was changed after it was issued, or its signature is missing. Do not rely on it.',
  },
  'wrong-issuer': {
    title: 'Not issued by TrustTag',
    text: 'Somebody signed this, but it was not TrustTag. Anybody can make a file that looks like this one.',
  },
  revoked: {
    title: 'Revoked TrustTag',
    text: 'This TrustTag was issued and has been revoked since. It no longer counts.',
  },
  expired: {
    title: 'Expired TrustTag',
    text: 'This TrustTag was valid once. Its time has run out.',
  },
  'not-yet-valid': {
    title: 'Not valid yet',
    text: 'This TrustTag starts to count on a later day. If that looks wrong, check the date on your device.',
  },
  'not-logged': {
    title: 'Not in the public log',
    text: 'TrustTag signed this, but nothing shows that it stands in the public log. A TrustTag counts as issued only once it stands there.',
  },
  'status-unknown': {
    title: 'Genuine, but not checked for revocation',
    text: 'TrustTag issued this, and nothing in it was changed. Whether it has been revoked since could not be found out.',
  },
  valid: {
    title: 'Valid TrustTag',
    text: 'This TrustTag has been verified and is authentic',
  },
}

/** Said beside every verdict on what proves nothing about anybody, however well it is signed. */
export const modeWords: Record<'test' | 'sample', { title: string; text: string }> = {
  test: {
    title: 'Test TrustTag',
    text: 'This TrustTag was made to try the service. It proves nothing about anybody.',
  },
  sample: {
    title: 'Sample TrustTag',
    text: 'Nobody holds this TrustTag. It shows what a check looks like.',
  },
}

/** What each check asks. */
export const checkWords: Record<CheckName, { title: string }> = {
  signature: { title: 'Unchanged since it was signed' },
  issuer: { title: 'Signed by TrustTag' },
  log: { title: 'In the public log' },
  witnesses: { title: 'Seen by witnesses' },
  dates: { title: 'Within its dates' },
  status: { title: 'Not revoked' },
}

/** What it found, in one sentence. */
export const reasonWords: Record<CheckReason, string> = {
  signed: 'Every word in it is as it was signed.',
  malformed: 'It is not written the way a TrustTag is.',
  'no-proof': 'It carries no signature, so anybody could have written it.',
  altered:
    'The signature does not fit what it says: something was changed, or the signature was copied from elsewhere.',

  ours: 'It was signed with a key of TrustTag.',
  'ours-test': 'It was signed with the key for tests and samples. What that key signs proves nothing about anybody.',
  'unknown-issuer': 'Whoever signed it is not TrustTag.',
  'unknown-key': 'It names TrustTag as its issuer, but the key that signed it is not one of TrustTag’s keys.',

  included:
    'It stands in the public log, where an entry cannot be changed or removed without anybody being able to notice.',
  'no-log-proof':
    'The proof that it stands in the public log is missing. It comes as a second file, named “.tlog-proof”.',
  'malformed-log-proof': 'The proof that it stands in the public log cannot be read.',
  'foreign-log': 'The proof is not signed by TrustTag’s log, or a signature on it is wrong.',
  'not-included':
    'The proof belongs to something else: this TrustTag does not stand in the log where the proof says it does.',

  cosigned: 'Somebody other than TrustTag watched the log and confirmed it, with the time.',
  'self-cosigned':
    'A witness that TrustTag runs itself confirmed the log, with the time. That says less than an outside witness would.',
  'not-yet-cosigned':
    'No witness has confirmed this part of the log yet. That usually takes some minutes, and changes nothing about who signed it.',
  'no-witness': 'Nobody watches this log as a witness. The time on it is TrustTag’s own word.',

  'in-time': 'Its first day has come, and its last has not passed.',
  expired: 'Its last day has passed.',
  'not-yet-valid': 'Its first day has not come yet.',
  'malformed-dates': 'Its dates cannot be read.',

  'not-revoked':
    'It is not on TrustTag’s signed revocation list, and the public log shows that this list is the newest.',
  revoked: 'TrustTag has revoked it. A revocation is final.',
  unreachable: 'The revocation list was not fetched, or the server did not answer. Check again with a connection.',
  'bad-status-list': 'This is not the revocation list that this TrustTag names, or its signature is wrong.',
  'stale-status-list': 'The revocation list is more than a day old. Check again with a connection.',
  'unlogged-status-list':
    'The public log does not show that this revocation list is the newest. Check again with a connection.',
  'no-status': 'It does not name a revocation list.',
}

/** What is said about the mode of a report; null for one that may prove something. */
export const wordsOfMode = (mode: ProofReport['mode']): { title: string; text: string } | null =>
  mode === 'test' || mode === 'sample' ? modeWords[mode] : null
