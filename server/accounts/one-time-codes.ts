import { and, eq, gt, sql } from 'drizzle-orm'
import { CallRefusal } from '../calls/refusal.ts'
import type { Services } from '../services.ts'
import { oneTimeCode } from '../store/schema/index.ts'
import { createCode } from './secrets.ts'

/** How long a code is valid, ms, and how often it may be guessed. */
const codeLimits = { validFor: 5 * 60_000, attempts: 5 }

/** A phone and what its code is for. */
export interface CodeOwner {
  readonly telCode: string
  readonly phone: string
  readonly purpose: 'sign-up' | 'other'
}

/** Makes the one valid code of this phone and purpose; an earlier one is worth nothing any more. */
export async function createOneTimeCode(services: Services, owner: CodeOwner): Promise<string> {
  const code = createCode(services.random)
  const fresh = {
    codeHash: await services.passwords.hash(code),
    expiresAt: services.clock.now() + codeLimits.validFor,
    attemptsLeft: codeLimits.attempts,
  }
  await services.database
    .insert(oneTimeCode)
    .values({ ...pick(owner), ...fresh })
    .onConflictDoUpdate({
      target: [oneTimeCode.telCode, oneTimeCode.phone, oneTimeCode.purpose],
      set: fresh,
    })
  return code
}

/** Uses a code up. Refuses a code that is wrong, expired, used or guessed too often, with the field `Code`. */
export async function spendOneTimeCode(services: Services, owner: CodeOwner, code: string): Promise<void> {
  const guess = `code ${owner.telCode} ${owner.phone}`
  await services.loginThrottle.countAttempt(guess)
  const codeHash = await takeTry(services, owner)
  if (codeHash === undefined || !(await services.passwords.verify(code, codeHash))) throw wrongCode()
  const used = await services.database
    .delete(oneTimeCode)
    .where(and(isCodeOf(owner), eq(oneTimeCode.codeHash, codeHash)))
    .returning({ phone: oneTimeCode.phone })
  // Another request has used the same code first.
  if (used.length === 0) throw wrongCode()
  await services.loginThrottle.reset(guess)
}

export const wrongCode = (): CallRefusal => CallRefusal.wrongValue('Code', 'code-wrong')

// Counted before it is compared, so that guesses made at the same moment cannot exceed the tries.
async function takeTry(services: Services, owner: CodeOwner): Promise<string | undefined> {
  const [row] = await services.database
    .update(oneTimeCode)
    .set({ attemptsLeft: sql`${oneTimeCode.attemptsLeft} - 1` })
    .where(
      and(isCodeOf(owner), gt(oneTimeCode.attemptsLeft, 0), gt(oneTimeCode.expiresAt, services.clock.now())),
    )
    .returning({ codeHash: oneTimeCode.codeHash })
  return row?.codeHash
}

const pick = ({ telCode, phone, purpose }: CodeOwner): CodeOwner => ({ telCode, phone, purpose })

const isCodeOf = (owner: CodeOwner) =>
  and(
    eq(oneTimeCode.telCode, owner.telCode),
    eq(oneTimeCode.phone, owner.phone),
    eq(oneTimeCode.purpose, owner.purpose),
  )
