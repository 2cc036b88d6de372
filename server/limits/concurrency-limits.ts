/** The maximum concurrent work of one address and of one account. Many people may share an address. */
export interface Concurrency {
  readonly perAddress: number
  readonly perAccount: number
}

export const concurrency = {
  /** Responses with a file; each has the file open and a piece of it in memory until it is read. */
  readers: { perAddress: 256, perAccount: 32 },
  /** Uploads whose body is being received. */
  uploads: { perAddress: 64, perAccount: 16 },
  /** Password hashes; one takes 30 ms and 19 MiB. */
  hashes: { perAddress: 20, perAccount: 3 },
} as const satisfies Record<string, Concurrency>

/** Counts running work by address and by account. */
export class ConcurrencyLimits {
  readonly #counts = new Map<string, number>()
  readonly #limits: Concurrency

  constructor(limits: Concurrency) {
    this.#limits = limits
  }

  /**
   * Starts work for an address, unless it is undefined, and for accounts.
   * @returns a function that ends it; undefined if the address or one of the accounts has too much running
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
