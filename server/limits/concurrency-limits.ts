/** What one address, and one account, may have under way at the same time. An address may be that of many people. */
export interface Concurrency {
  readonly perAddress: number
  readonly perAccount: number
}

export const concurrency = {
  /** Answers with a file; each holds the file and a piece of it in memory until it is read. */
  readers: { perAddress: 256, perAccount: 32 },
  /** Hashes of passwords; one takes 30 ms and 19 MiB. */
  hashes: { perAddress: 20, perAccount: 3 },
} as const satisfies Record<string, Concurrency>

/** Counts what is under way by address and by account. */
export class ConcurrencyLimits {
  readonly #counts = new Map<string, number>()
  readonly #limits: Concurrency

  constructor(limits: Concurrency) {
    this.#limits = limits
  }

  /**
   * Starts a piece of work for an address, unless it is undefined, and for accounts.
   * @returns a function that ends it; undefined when the address or one of the accounts has too much under way
   */
  enter(address: string | undefined, accounts: readonly (number | string)[] = []): (() => void) | undefined {
    const { perAddress, perAccount } = this.#limits
    const places = [
      ...(address === undefined ? [] : [{ key: `address ${address}`, limit: perAddress }]),
      ...accounts.map((account) => ({ key: `account ${account}`, limit: perAccount })),
    ]
    if (places.some(({ key, limit }) => this.#count(key) >= limit)) return undefined
    for (const { key } of places) this.#counts.set(key, this.#count(key) + 1)
    return () => {
      for (const { key } of places.splice(0)) {
        const count = this.#count(key) - 1
        if (count > 0) this.#counts.set(key, count)
        else this.#counts.delete(key)
      }
    }
  }

  #count(key: string): number {
    return this.#counts.get(key) ?? 0
  }
}
