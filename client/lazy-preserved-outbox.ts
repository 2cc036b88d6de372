import type { AccountLoader } from '#machines/root/account-loading.ts'
import { deletePreservedDatabase, isPreservedDatabase } from '#streams/log/preserved-database.ts'
import type { PreservedOutbox, PreservedOutboxParts } from '#streams/log/preserved-outbox.ts'
import type { AccountProgram } from './account-program.ts'

/**
 * Creates the preserved outbox on first use, because its code belongs to the account program, which is loaded on
 * demand. Its operations reject when the program cannot be loaded. The caller then tries again or changes nothing.
 */
export function createLazyPreservedOutbox(
  program: AccountLoader<AccountProgram>,
  parts: PreservedOutboxParts,
): PreservedOutbox {
  let outbox: PreservedOutbox | undefined
  const create = ({ createPreservedOutbox }: AccountProgram): PreservedOutbox => {
    outbox ??= createPreservedOutbox(parts)
    return outbox
  }
  const withOutbox = <Result>(run: (outbox: PreservedOutbox) => Promise<Result>): Promise<Result> => {
    const loaded = program.loaded()
    return loaded ? run(create(loaded)) : program.load().then((program) => run(create(program)))
  }
  return {
    keep: (account) => withOutbox((preserved) => preserved.keep(account)),
    read: (account) => withOutbox((preserved) => preserved.read(account)),
    drop: (account, isOver) => withOutbox((preserved) => preserved.drop(account, isOver)),
    restore: (account, log, now) => withOutbox((preserved) => preserved.restore(account, log, now)),
    // Does not load the program: a sign-out and a wipe must work even when it cannot be loaded.
    forget: (account) => deletePreservedDatabase(parts.storage, account),
    mustStay: (place) =>
      isPreservedDatabase(place)
        ? withOutbox((preserved) => preserved.mustStay(place))
        : Promise.resolve(false),
  }
}
