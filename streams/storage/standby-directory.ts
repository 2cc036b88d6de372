import { findAccount } from '#domain/authentication/accounts.ts'
import type { UserId } from '#schemas/ids.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'
import { createDirectoryState, openDirectory } from './memory-directory.ts'
import { isLasting } from './open-patiently.ts'
import type { AccountDirectory } from './storage.ts'
import { isFault, type StorageError } from './storage-error.ts'

/** What a directory asks of whoever watches over it. */
export interface DirectoryWatch {
  /** Runs an operation, waiting for other tabs where it is blocked. */
  wait<Value>(run: () => Promise<Value>): Promise<Value>
  /** From now on everything is in this page's memory. */
  wentToMemory(fault: StorageError): void
  /** Something waits to be stored. */
  kept(): void
  /** What waited is stored, which no other tab has heard of yet. */
  stored(): void
  /** Runs while no other tab renews the tokens of this account or signs it out. */
  inTurn(account: UserId, run: () => Promise<void>): Promise<void>
}

/** A directory that goes on in this page's memory where the device's cannot. */
export interface StandbyDirectory extends AccountDirectory {
  /** Whether the device's directory was never there: this page has one of its own, and touches nothing of the device's. */
  isMemoryOnly(): boolean
  /** Stores what waits; rejects with a `StorageError`, and the rest waits on. */
  save(): Promise<void>
}

/**
 * Signing in works with a storage that takes nothing: who signs in is remembered in memory. Signing out does not fall
 * back, since credentials that are only believed gone would come back; what is kept of an account goes with it when another
 * tab signs it out.
 */
export function createStandbyDirectory(stored: AccountDirectory, watch: DirectoryWatch): StandbyDirectory {
  /** What could not be stored; everything, once there is no storage to be had. */
  const memory = openDirectory(createDirectoryState())
  /** Those of the kept whom the device has had as well: when they are gone from it, another tab has signed them out. */
  const hadByDevice = new Set<UserId>()
  let isMemoryOnly = false
  let hasWorked = false
  let unsaved = 0

  /** Asks the device, or `otherwise` when it is faulty. */
  const ask = async <Value>(
    run: (directory: AccountDirectory) => Promise<Value>,
    otherwise?: () => Promise<Value>,
  ): Promise<Value> => {
    if (isMemoryOnly) return run(memory)
    try {
      const value = await watch.wait(() => run(stored))
      hasWorked = true
      return value
    } catch (cause) {
      if (!isFault(cause)) throw cause
      // Whoever is signed in stays so when the directory goes away later.
      if (isLasting(cause) && !hasWorked) return goToMemory(cause, run)
      if (!otherwise) throw cause
      return otherwise()
    }
  }

  const goToMemory = <Value>(fault: StorageError, run: (directory: AccountDirectory) => Promise<Value>) => {
    if (!isMemoryOnly) watch.wentToMemory(fault)
    isMemoryOnly = true
    return run(memory)
  }

  const keep = async (run: (directory: AccountDirectory) => Promise<void>): Promise<void> => {
    await run(memory)
    unsaved += 1
    watch.kept()
  }

  /** Lets go of those kept whom another tab has signed out, as the device's list tells. */
  const dropSignedOut = async (accounts: readonly StoredAccount[]): Promise<void> => {
    for (const { userId } of await memory.list()) {
      if (findAccount(accounts, userId)) hadByDevice.add(userId)
      else if (hadByDevice.has(userId)) await memory.remove(userId)
    }
  }

  /** Has the device take something, or `kept` keep it; what is kept of the same goes by `forget` once the device has taken it. */
  const write = async (
    run: (directory: AccountDirectory) => Promise<void>,
    forget: () => Promise<void>,
    keepIt?: () => Promise<void>,
  ): Promise<void> => {
    const isTaken = await ask(
      async (directory) => {
        await run(directory)
        return directory === stored
      },
      keepIt && (() => keepIt().then(() => false)),
    )
    if (isTaken) await forget()
  }

  return {
    isMemoryOnly: () => isMemoryOnly,
    async save() {
      if (isMemoryOnly) return
      const before = unsaved
      const chosen = await memory.chosen()
      for (const { userId } of await memory.list())
        await watch.inTurn(userId, () => saveAccount(stored, memory, userId, hadByDevice.has(userId)))
      if (findAccount(await stored.list(), chosen)) await stored.choose(chosen)
      unsaved -= before
      watch.stored()
    },
    async list() {
      const accounts = await ask((directory) => directory.list())
      if (isMemoryOnly || unsaved === 0) return accounts
      await dropSignedOut(accounts)
      const kept = await memory.list()
      const others = accounts.filter((account) => !kept.some(({ userId }) => userId === account.userId))
      return [...others, ...kept]
    },
    async put(account) {
      const { userId } = account
      const keepIt = async () => {
        // Other tabs go on from the refresh token that is stored: using another one here would end theirs (ADR 0006).
        const known = findAccount(await stored.list().catch(() => []), userId)
        const { refreshToken } = known ?? account
        // Whom the device does not have signs in anew, whatever was before.
        if (known) hadByDevice.add(userId)
        else hadByDevice.delete(userId)
        await keep((directory) => directory.put({ ...account, ...(refreshToken ? { refreshToken } : {}) }))
      }
      await write(
        (directory) => directory.put(account),
        () => memory.remove(userId),
        keepIt,
      )
    },
    remove: (account) =>
      write(
        (directory) => directory.remove(account),
        () => memory.remove(account),
      ),
    retire: (account) =>
      write(
        (directory) => directory.retire(account),
        () => memory.remove(account),
      ),
    async chosen() {
      const kept = unsaved > 0 ? await memory.chosen() : undefined
      return kept ?? ask((directory) => directory.chosen())
    },
    choose: (account) => {
      const choose = (directory: AccountDirectory) => directory.choose(account)
      const isSigningIn = account !== undefined
      return write(choose, () => memory.choose(undefined), isSigningIn ? () => keep(choose) : undefined)
    },
    pendingWipes: () => ask((directory) => directory.pendingWipes()),
    markForWipe: (account, isPending) => ask((directory) => directory.markForWipe(account, isPending)),
    clientId: (create) =>
      ask(
        (directory) => directory.clientId(create),
        () => memory.clientId(create),
      ),
  }
}

/**
 * What another tab has renewed meanwhile is newer than what this page kept: the refresh token says so. Whom the device had
 * and has no more was signed out, and stays so.
 */
async function saveAccount(
  stored: AccountDirectory,
  memory: AccountDirectory,
  account: UserId,
  wasStored: boolean,
): Promise<void> {
  const find = async (directory: AccountDirectory) => findAccount(await directory.list(), account)
  const known = await find(stored)
  const kept = await find(memory)
  const isCurrent = known ? known.refreshToken === kept?.refreshToken : !wasStored
  if (kept && isCurrent) await stored.put(kept)
  await memory.remove(account)
}
