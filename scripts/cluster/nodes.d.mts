import type { ChildProcess } from 'node:child_process'

export declare function startCluster(options: {
  readonly count: number
  /** The port of the proxy. */
  readonly port: number
  readonly settings?: (number: number) => Readonly<Record<string, string>>
}): Promise<{
  /** The address of the proxy. */
  readonly url: string
  /** Undefined if DATABASE_URL names another one. */
  readonly postgres: { readonly pid: number } | undefined
  readonly nodes: readonly { readonly url: string; readonly child: ChildProcess }[]
  stop(): Promise<void>
}>
