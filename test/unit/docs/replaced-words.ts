/**
 * Words that docs/glossary.md replaces and that have no honest use in this code. Identifiers are split at their
 * capitals, file names at their hyphens, so `putAway` and `put-away.ts` both read "put away".
 */
export const replacedWords = [
  'ask beside',
  'brought back',
  'burn wheel',
  'candidacy',
  'doomed',
  'enliven',
  'happenings',
  'hold or take',
  'kept unsent',
  'none any more',
  'patiently',
  'put away',
  'reply desk',
  'robbed',
  'sign of life',
  'standby',
  'surroundings',
  'try guard',
  'veil',
  'veiled',
  'veils',
] as const
