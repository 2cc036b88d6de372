import { resultCode } from '#schemas/result-codes.ts'
import { CallRefusal } from '../calls/refusal.ts'
import { limitFigures } from '../limits/figures.ts'
import type { TextKey } from '../texts/text-keys.ts'

/**
 * How many messages one forward takes, to how many people and groups (DEC-02), and how many copies it makes of them: as many
 * messages as an account may write at once, so that a forward that is let in is not cut off by that limit (DEC-185) [FWD-06].
 */
export const forwardLimits = {
  messages: 500,
  targets: 100,
  copies: limitFigures.messagePerAccount.burst,
} as const

/** Refuses a forward with too much of anything, in words that say what there may be at most [FWD-06]. */
export function checkForwardSize(messages: number, targets: number): void {
  if (messages > forwardLimits.messages) throw tooMany('Messages', 'forward-messages', forwardLimits.messages)
  if (targets > forwardLimits.targets) throw tooMany('UserIDs', 'forward-targets', forwardLimits.targets)
  if (messages * targets > forwardLimits.copies)
    throw tooMany('UserIDs', 'forward-copies', Math.floor(forwardLimits.copies / messages))
}

const tooMany = (Field: string, textKey: TextKey, count: number): CallRefusal =>
  new CallRefusal(resultCode.invalid, textKey, {
    values: { count },
    data: { Key: 'errors.value-not-valid', Field, Count: count },
  })
