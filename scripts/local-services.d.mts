export declare const quickSettings: Readonly<Record<string, string>>
export declare function findPostgres(): string
export declare function findClusterPrograms(): void
export declare function freePort(): Promise<number>
/** @param nodes host and port of each node */
export declare function startProxy(
  port: number,
  nodes: readonly string[],
): Promise<{
  stop(): Promise<void>
}>
export declare function startPostgres(settings?: Readonly<Record<string, string>>): Promise<{
  /** For `DATABASE_URL`. */
  readonly url: string
  /** The process that now starts all others. */
  readonly pid: number
  restart(signal?: 'SIGINT' | 'SIGKILL'): Promise<void>
  stop(): Promise<void>
}>
