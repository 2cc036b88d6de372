import { and, eq, gt } from 'drizzle-orm'
import { CallRefusal } from '../calls/refusal.ts'
import { refuseFor } from '../limits/limits.ts'
import type { Services } from '../services.ts'
import { oneTimeCode } from '../store/schema/index.ts'
import { createCode } from './secrets.ts'

/** How long a code is valid, ms. */
const validFor = 5 * 60_000

/** A phone and the purpose of its code. */
export interface CodeOwner {
  readonly telCode: string
  readonly phone: string
  readonly purpose: 'sign-up' | 'other'
}

/** Creates a code for this phone and purpose. Earlier codes stay valid until they expire. */
export async function createOneTimeCode(services: Services, owner: CodeOwner): Promise<string> {
  const code = createCode(services.random)
  const { telCode, phone, purpose } = owner
  const expiresAt = services.clock.now() + validFor
  await services.database
    .insert(oneTimeCode)
    .values({ telCode, phone, purpose, codeHash: await digestOf(services, owner, code), expiresAt })
    .onConflictDoUpdate({
      target: [oneTimeCode.telCode, oneTimeCode.phone, oneTimeCode.purpose, oneTimeCode.codeHash],
      set: { expiresAt },
    })
  return code
}

/**
 * Consumes a code and all others of this phone and purpose. Rejects a code that is wrong, expired, used or guessed too
 * often, with the field `Code`. Takes as long whether a code exists or not.
 * @param source the key that wrong guesses are counted by
 */
export async function spendOneTimeCode(
  services: Services,
  owner: CodeOwner,
  code: string,
  source: { readonly key: string; readonly isKnown: boolean },
): Promise<void> {
  const { database, clock, limits, loginThrottle } = services
  const phone = `${owner.telCode} ${owner.phone}`
  const guess = `code ${phone} ${source.key}`
  await loginThrottle.countAttempt(guess)
  if (!source.isKnown) refuseFor(await limits.waitFor('guessPerPhone', phone))
  const hasTries = (await limits.waitFor('codeGuess', `${owner.purpose} ${guess}`)) === 0
  const codeHash = await digestOf(services, owner, code)
  const used = hasTries
    ? await database
        .delete(oneTimeCode)
        .where(
          and(isCodeOf(owner), eq(oneTimeCode.codeHash, codeHash), gt(oneTimeCode.expiresAt, clock.now())),
        )
        .returning({ phone: oneTimeCode.phone })
    : []
  if (used.length === 0) {
    services.securityLog.write({ kind: 'sign-in-failed' })
    throw wrongCode()
  }
  await database.delete(oneTimeCode).where(isCodeOf(owner))
  await loginThrottle.reset(guess)
}

export const wrongCode = (): CallRefusal => CallRefusal.wrongValue('Code', 'code-wrong')

// The hash of six digits alone could be reversed quickly, so it includes a secret that is not in the database.
const digestOf = async (services: Services, { telCode, phone, purpose }: CodeOwner, code: string) =>
  services.digest.hash([services.codeSecret, purpose, telCode, phone, code].join(' '))

const isCodeOf = (owner: CodeOwner) =>
  and(
    eq(oneTimeCode.telCode, owner.telCode),
    eq(oneTimeCode.phone, owner.phone),
    eq(oneTimeCode.purpose, owner.purpose),
  )
