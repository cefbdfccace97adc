import { proofPaths } from '../../contract/proof-paths'

/** Written for employers. */
export const logSteps = [
  {
    title: 'We sign it',
    text: 'Every TrustTag is a file that says who passed what, with which score and when. We sign the whole file. If one letter changes, the signature no longer matches.',
  },
  {
    title: 'We add it to a list that can only grow',
    text: 'A hash of the file goes into a public log, in order of issue. Each seal over the log covers everything before it, so no old entry can be changed, removed or inserted without breaking every seal since.',
  },
  {
    title: 'Witnesses watch',
    text: 'A witness remembers the log as it last saw it. It confirms the next seal, with the time, only if all earlier entries are still there.',
  },
  {
    title: 'Anyone can check it',
    text: 'The check runs in your own browser, or offline in a terminal. You need no account, and you do not have to trust us.',
  },
] as const

export const proves = {
  shown: [
    'that TrustTag stated this skill, score, name and date, and that nothing has changed since',
    'that it was in the public log by the time the first witness confirmed it',
    'whether it has been revoked or has expired',
  ],
  notShown: [
    'who someone is: the holder gave us the name, and we checked no ID',
    'that anyone watched the test: it is taken online, without supervision',
    'how good someone’s work is: work samples are recorded as hashes, and no one has judged them',
    'a license or trade certification: it is the result of a knowledge test',
  ],
} as const

export const sampleEntry =
  '{"digest":"5f1c0e7ab3d9426892ad41e07bd3c85f6e9104d2aa7b83c6f05d94e1b7a2683c","type":"issue","v":1}'

/** Files of the live log. */
export const publicFiles = [
  {
    path: `${proofPaths.live.log}/checkpoint`,
    text: 'the newest seal: size and root hash of the log, our signature, and those of the witnesses; available once something was issued',
  },
  {
    path: `${proofPaths.live.log}/vkeys`,
    text: 'the keys that the log and its witnesses sign with, including retired ones',
  },
  { path: `${proofPaths.live.log}/status.json`, text: 'how far each witness has confirmed the log' },
  { path: proofPaths.live.did, text: 'the issuer, and every key that signed TrustTags' },
  {
    path: `${proofPaths.live.status}/1`,
    text: 'the signed list of revoked TrustTags, by number; available once something was issued',
  },
  { path: '/trusttag/trust.json', text: 'all keys in one file, for offline checks' },
] as const
