import { proofPaths } from '../../contract/proof-paths'

/** A TrustTag's way into the log, for somebody who hires. */
export const logSteps = [
  {
    title: 'We sign it',
    text: 'Every TrustTag is a file that says who passed what, with which score and when. We sign the whole file. Change one letter, and the signature no longer fits.',
  },
  {
    title: 'We enter it in a list that can only grow',
    text: 'A hash of the file goes into a public log, in the order of issue. Each seal over the log covers everything before it, so an old entry cannot be changed, removed or slipped in later without breaking every seal since.',
  },
  {
    title: 'Witnesses look on',
    text: 'A witness remembers the log as it saw it last. It confirms the next seal, with the time, only if everything from before is still there.',
  },
  {
    title: 'Anyone checks it',
    text: 'The check runs in your own browser, or in a terminal without a connection. You need neither an account nor our word.',
  },
] as const

/** What follows from a TrustTag that is checked and valid, and what does not. */
export const proves = {
  shown: [
    'that TrustTag stated this skill, this score, this name and this day, and that not a word was changed since',
    'that it stood in the public log no later than when the first witness confirmed it',
    'whether it has been revoked, or is past its last day',
  ],
  notShown: [
    'who somebody is: the name is what the holder told us, and nobody looked at a passport',
    'that anybody watched the test: it is answered online, without supervision',
    'how good somebody’s work is: work samples are kept as hashes, and nobody has judged them',
    'a license or a certification of a trade: it is the result of a knowledge test',
  ],
} as const

/** What an entry of the log looks like: a hash and whether something was issued or revoked. */
export const sampleEntry =
  '{"digest":"5f1c0e7ab3d9426892ad41e07bd3c85f6e9104d2aa7b83c6f05d94e1b7a2683c","type":"issue","v":1}'

/** What those who want to look closer can fetch, of the live log. */
export const publicFiles = [
  {
    path: `${proofPaths.live.log}/checkpoint`,
    text: 'the newest seal: size and root of the log, our signature, and those of the witnesses; there once something was issued',
  },
  { path: `${proofPaths.live.log}/vkeys`, text: 'the keys that the log and its witnesses sign with, retired ones too' },
  { path: `${proofPaths.live.log}/status.json`, text: 'how far each witness has come' },
  { path: proofPaths.live.did, text: 'who the issuer is, and every key that TrustTags were signed with' },
  {
    path: `${proofPaths.live.status}/1`,
    text: 'the signed list of which TrustTags were revoked, by number; there once something was issued',
  },
  { path: '/trusttag/trust.json', text: 'all keys in one file, for a check without a connection' },
] as const
