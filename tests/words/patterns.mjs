/**
 * Words that read like a translation, and what to write instead. A low risk is always a fault: the gate allows none. A medium
 * risk is often one: read the sentence.
 *
 * @typedef {object} Pattern
 * @property {RegExp} pattern
 * @property {string} instead
 * @property {'low' | 'medium'} risk
 */

/** @type {readonly Pattern[]} */
export const patterns = [
  { pattern: /\b[Ww]hom?ever\b/u, instead: 'anyone who / the caller / the holder', risk: 'low' },
  { pattern: /\bnone of (ours|theirs|its own|them)\b/u, instead: "isn't ours, or name the thing", risk: 'low' },
  { pattern: /\band its (kin|like)\b/u, instead: 'and similar, or list them', risk: 'low' },
  { pattern: /\b[Mm]end(s|ed|ing)?\b/u, instead: 'fix', risk: 'low' },
  { pattern: /\b(as ever|all the same)\b/u, instead: 'as usual / still / anyway', risk: 'low' },
  { pattern: /\bwhen nothing is said\b/u, instead: 'default: X', risk: 'low' },
  { pattern: /\bsays? nothing (of|about)\b/u, instead: "doesn't mention / doesn't set", risk: 'low' },
  { pattern: /\basked wrongly\b/u, instead: 'invalid usage', risk: 'low' },
  { pattern: /\banew\b/u, instead: 'again', risk: 'low' },
  { pattern: /\b[Pp]arted by\b/u, instead: 'separated by', risk: 'low' },
  { pattern: /\bbelongs? into\b/u, instead: 'belongs in', risk: 'low' },
  { pattern: /\b[Mm]eans? nothing\b/u, instead: 'is invalid / has no effect', risk: 'low' },
  { pattern: /\bin the place of\b/u, instead: 'instead of / replaces', risk: 'low' },
  { pattern: /\b(came|comes?|became|becomes?) of\b/u, instead: 'result / status', risk: 'low' },
  { pattern: /\bno more\b( [^t]|[.,;]|$)/u, instead: 'no longer', risk: 'low' },
  { pattern: /\bfor want of\b/u, instead: 'because there is no', risk: 'low' },
  { pattern: /\bin hand\b/u, instead: 'in progress / running', risk: 'low' },
  { pattern: /\b(put|stands?|waits?|waiting) in line\b/u, instead: 'queued', risk: 'low' },
  { pattern: /\bleads? (people |visitors |anybody )?nowhere\b/u, instead: 'has no target / is invalid', risk: 'low' },
  { pattern: /\bSo (many|long|few|much|often)\b/u, instead: 'the number or limit', risk: 'low' },
  { pattern: /\b(brought|brings) along\b/u, instead: 'imported / copied', risk: 'low' },
  { pattern: /\bclothes of\b|\bolder dress\b|\bby the hand\b/u, instead: "the protocol's term", risk: 'low' },
  { pattern: /\bas told\b|\bat its word\b|\bthe word of\b/u, instead: 'as instructed / trusted / claim', risk: 'low' },
  { pattern: /\b[Bb]esides\b/u, instead: 'also / as well as', risk: 'low' },
  { pattern: /\bthe one before\b/u, instead: 'the previous one', risk: 'low' },
  { pattern: /\bto be had\b|\bhad by\b/u, instead: 'available', risk: 'low' },
  { pattern: /\blooks? after\b/u, instead: 'manages', risk: 'low' },
  { pattern: /\b[Bb]ut for\b/u, instead: 'except', risk: 'medium' },
  { pattern: /\bof (ours|theirs)\b/u, instead: "our X / the widget's X", risk: 'medium' },
  { pattern: /\b(is|are|was|were) none\b/u, instead: "isn't one / doesn't exist", risk: 'medium' },
  { pattern: /\b(is|are|was|were|be|been) told\b/u, instead: 'is notified / is shown / gets', risk: 'medium' },
  { pattern: /\btells? (of|that|whether|what)\b/u, instead: 'reports / logs / means', risk: 'medium' },
  {
    pattern: /\b(stands?|stood) (in|on|at|for|there|beside|before|above|below|outside|alone|as|where|under|still)\b/u,
    instead: 'is',
    risk: 'medium',
  },
  {
    pattern: /(?<!\) as )\bcounts? (as|once|only|for|from|if|here|today|no|too|apart)\b/u,
    instead: 'is valid / applies / is treated as',
    risk: 'medium',
  },
  {
    pattern: /\b(nobody|somebody|anybody|everybody|Nobody|Somebody|Anybody|Everybody)\b/u,
    instead: 'no one, a user, anyone, or name the actor',
    risk: 'medium',
  },
  { pattern: /\b[Aa]ny ?more\b/u, instead: 'no longer', risk: 'medium' },
  { pattern: /\b[Mm]eanwhile\b/u, instead: 'while X runs', risk: 'medium' },
  {
    pattern: /\b(is|are|was|were) to (be|go|have|hold|say|get|come|stay|see|do)\b/u,
    instead: 'should / must / will',
    risk: 'medium',
  },
  { pattern: /\bgoes on\b/u, instead: 'continues / resumes', risk: 'medium' },
  { pattern: /\b(lent|passed over|passed by|held back)\b/u, instead: 'overridden / skipped / delayed', risk: 'medium' },
  {
    pattern: /\b(let|lets|take|takes|took) (nobody|somebody|others|people)\b/u,
    instead: 'allow / accept',
    risk: 'medium',
  },
  { pattern: /\b(kept|keeps) (for|of|apart)\b/u, instead: 'stored / retained', risk: 'medium' },
  { pattern: /\b[Uu]nder way\b|\bon the way\b/u, instead: 'in progress', risk: 'medium' },
  { pattern: /\bfor good\b|\b[Bb]roken off\b|\bcut off\b/u, instead: 'permanently / aborted', risk: 'medium' },
]

/** Texts that the specification fixes word for word, although a pattern matches them. */
export const fixedTexts = /** @type {readonly string[]} */ ([])
