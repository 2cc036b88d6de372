import { findAccount } from '#domain/authentication/accounts.ts'
import type { UserId } from '#schemas/ids.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'
import { createDirectoryState, openDirectory } from './memory-directory.ts'
import { isPermanentFault } from './open-with-retry.ts'
import type { AccountDirectory } from './storage.ts'
import { isFault, type StorageError } from './storage-error.ts'

/** What the fallback directory needs of its owner. */
export interface FallbackDirectoryOptions {
  /** Runs an operation, and waits while other tabs block the storage. */
  waitWhileBlocked<Value>(run: () => Promise<Value>): Promise<Value>
  /** The directory is in this page's memory from now on. */
  onMemoryOnly(fault: StorageError): void
  /** Something could not be stored and is in memory. */
  onUnsaved(): void
  /** The unsaved accounts are stored; other tabs do not know yet. */
  onSaved(): void
  /** Runs while no other tab refreshes the tokens of this account or signs it out. */
  withAccountLocks(account: UserId, run: () => Promise<void>): Promise<void>
}

/** A directory that continues in this page's memory when the device's directory is faulty. */
export interface FallbackDirectory extends AccountDirectory {
  /**
   * True if the device's directory never worked: this page has a directory of its own and never touches the device's.
   */
  isMemoryOnly(): boolean
  /** Stores the unsaved accounts; rejects with a `StorageError`, and the rest stays in memory. */
  save(): Promise<void>
}

/**
 * Keeps sign-ins in memory while the storage rejects writes. Signing out has no fallback, because credentials that were
 * not deleted would come back. Unsaved data of an account is dropped when another tab signs the account out.
 */
export function createFallbackDirectory(
  stored: AccountDirectory,
  options: FallbackDirectoryOptions,
): FallbackDirectory {
  /** The unsaved part; the whole directory if `isMemoryOnly`. */
  const memory = openDirectory(createDirectoryState())
  /** Unsaved accounts that the device had too. If one is missing there later, another tab has signed it out. */
  const onDevice = new Set<UserId>()
  let isMemoryOnly = false
  let hasWorked = false
  let unsavedCount = 0

  /** Runs an operation on the device, or `fallback` on a fault. */
  const ask = async <Value>(
    run: (directory: AccountDirectory) => Promise<Value>,
    fallback?: () => Promise<Value>,
  ): Promise<Value> => {
    if (isMemoryOnly) return run(memory)
    try {
      const value = await options.waitWhileBlocked(() => run(stored))
      hasWorked = true
      return value
    } catch (cause) {
      if (!isFault(cause)) throw cause
      // A directory that worked before is not replaced: the signed-in accounts must stay.
      if (isPermanentFault(cause) && !hasWorked) return switchToMemory(cause, run)
      if (!fallback) throw cause
      return fallback()
    }
  }

  const switchToMemory = <Value>(
    fault: StorageError,
    run: (directory: AccountDirectory) => Promise<Value>,
  ) => {
    if (!isMemoryOnly) options.onMemoryOnly(fault)
    isMemoryOnly = true
    return run(memory)
  }

  const writeToMemory = async (run: (directory: AccountDirectory) => Promise<void>): Promise<void> => {
    await run(memory)
    unsavedCount += 1
    options.onUnsaved()
  }

  /** Drops unsaved accounts that another tab has signed out, by the device's list. */
  const dropSignedOut = async (accounts: readonly StoredAccount[]): Promise<void> => {
    for (const { userId } of await memory.list()) {
      if (findAccount(accounts, userId)) onDevice.add(userId)
      else if (onDevice.has(userId)) await memory.remove(userId)
    }
  }

  /**
   * Writes to the device, or by `fallback` to memory. After a write to the device, `dropUnsaved` removes the older
   * unsaved value.
   */
  const write = async (
    run: (directory: AccountDirectory) => Promise<void>,
    dropUnsaved: () => Promise<void>,
    fallback?: () => Promise<void>,
  ): Promise<void> => {
    const isStored = await ask(
      async (directory) => {
        await run(directory)
        return directory === stored
      },
      fallback && (() => fallback().then(() => false)),
    )
    if (isStored) await dropUnsaved()
  }

  return {
    isMemoryOnly: () => isMemoryOnly,
    async save() {
      if (isMemoryOnly) return
      const before = unsavedCount
      const chosen = await memory.chosen()
      for (const { userId } of await memory.list())
        await options.withAccountLocks(userId, () =>
          saveAccount(stored, memory, userId, onDevice.has(userId)),
        )
      if (findAccount(await stored.list(), chosen)) await stored.choose(chosen)
      unsavedCount -= before
      options.onSaved()
    },
    async list() {
      const accounts = await ask((directory) => directory.list())
      if (isMemoryOnly || unsavedCount === 0) return accounts
      await dropSignedOut(accounts)
      const unsaved = await memory.list()
      const others = accounts.filter((account) => !unsaved.some(({ userId }) => userId === account.userId))
      return [...others, ...unsaved]
    },
    async put(account) {
      const { userId } = account
      const putInMemory = async () => {
        // Other tabs continue from the stored refresh token. Using another one here would end their session (ADR 0006).
        const known = findAccount(await stored.list().catch(() => []), userId)
        const { refreshToken } = known ?? account
        // An account that the device does not have is a new sign-in, even if the device had it before.
        if (known) onDevice.add(userId)
        else onDevice.delete(userId)
        await writeToMemory((directory) =>
          directory.put({ ...account, ...(refreshToken ? { refreshToken } : {}) }),
        )
      }
      await write(
        (directory) => directory.put(account),
        () => memory.remove(userId),
        putInMemory,
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
      const unsaved = unsavedCount > 0 ? await memory.chosen() : undefined
      return unsaved ?? ask((directory) => directory.chosen())
    },
    choose: (account) => {
      const choose = (directory: AccountDirectory) => directory.choose(account)
      const isSigningIn = account !== undefined
      return write(
        choose,
        () => memory.choose(undefined),
        isSigningIn ? () => writeToMemory(choose) : undefined,
      )
    },
    pendingWipes: () => ask((directory) => directory.pendingWipes()),
    markForWipe: (account, isPending) => ask((directory) => directory.markForWipe(account, isPending)),
  }
}

/**
 * Stores an unsaved account unless the device has something newer: a different refresh token there means that another
 * tab has refreshed it since; an account that is missing there was signed out.
 */
async function saveAccount(
  stored: AccountDirectory,
  memory: AccountDirectory,
  account: UserId,
  wasOnDevice: boolean,
): Promise<void> {
  const find = async (directory: AccountDirectory) => findAccount(await directory.list(), account)
  const known = await find(stored)
  const unsaved = await find(memory)
  const isCurrent = known ? known.refreshToken === unsaved?.refreshToken : !wasOnDevice
  if (unsaved && isCurrent) await stored.put(unsaved)
  await memory.remove(account)
}
