/**
 * The few web standards that every host of the headless client has: browsers, workers and Node. The core compiles
 * against these and ES2023 alone, so that the DOM cannot slip in. Declared by hand because TypeScript ships them only
 * with all of the DOM.
 */
declare function structuredClone<Value>(value: Value): Value

interface AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}
declare const AbortSignal: {
  abort(reason?: unknown): AbortSignal
  any(signals: readonly AbortSignal[]): AbortSignal
}

interface AbortController {
  readonly signal: AbortSignal
  abort(reason?: unknown): void
}
declare const AbortController: new () => AbortController

interface DOMException extends Error {
  readonly name: string
}
declare const DOMException: new (message?: string, name?: string) => DOMException

interface URLSearchParams {
  get(name: string): string | null
  has(name: string): boolean
  set(name: string, value: string): void
  append(name: string, value: string): void
  delete(name: string): void
  toString(): string
}
declare const URLSearchParams: new (init?: string | Readonly<Record<string, string>>) => URLSearchParams

interface URL {
  href: string
  readonly origin: string
  protocol: string
  username: string
  password: string
  host: string
  hostname: string
  port: string
  pathname: string
  search: string
  hash: string
  readonly searchParams: URLSearchParams
  toString(): string
}
declare const URL: {
  new (url: string, base?: string | URL): URL
  canParse(url: string, base?: string): boolean
}

interface Blob {
  readonly size: number
  readonly type: string
  arrayBuffer(): Promise<ArrayBuffer>
  slice(start?: number, end?: number, contentType?: string): Blob
  text(): Promise<string>
}
